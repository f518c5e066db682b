'use client';

import clsx from 'clsx';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';

const PHONE_BLOCKS = 6;

interface BlockColumn {
  readonly height: number;
  readonly hash: string;
  /** How far the block is filled, from 0 to 1. */
  readonly fill: number;
  readonly text: string;
}

type DueColumn = Pick<BlockColumn, 'height' | 'text'>;

/** Sets the position of a block: 0 is the newest block, and 1 is the next block to come. */
const placed = (at: number) => ({ '--at': at }) as CSSProperties;

interface Props {
  readonly label: string;
  /** Oldest first. */
  readonly columns: readonly BlockColumn[];
  readonly due?: readonly DueColumn[];
  readonly children?: ReactNode;
}

/** How full future blocks are drawn, from 0 to 1. Their text is above the fill. */
const DUE_FILL = 0.45;

/** One column per block, the newest on the right. A new block shifts all columns to the left. */
export function BlockStrip({ label, columns, due = [], children }: Props) {
  const newest = columns.at(-1)?.height ?? 0;
  const ref = useStepOnNewBlock(newest);
  const { replaced, isNew, forget } = useArrivals(columns);
  return (
    <div ref={ref} className="strip">
      <ol className="strip-grid strip-blocks" aria-label={label}>
        {columns.map((column) => (
          <Column
            key={column.hash}
            column={column}
            at={column.height - newest}
            isNew={isNew(column.hash)}
          />
        ))}
        {due.map((column) => (
          <Column
            key={`due ${column.height}`}
            column={{ ...column, fill: DUE_FILL }}
            at={column.height - newest}
            isDue
          />
        ))}
        {replaced.map((column) => (
          <li
            key={column.hash}
            aria-hidden="true"
            className="strip-column is-replaced"
            style={placed(column.height - newest)}
            onAnimationEnd={() => forget(column.hash)}
          >
            <Bar fill={Math.max(column.fill, 0.3)} />
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}

interface ColumnProps {
  readonly column: Omit<BlockColumn, 'hash'>;
  readonly at: number;
  readonly isNew?: boolean;
  readonly isDue?: boolean;
}

function Column({ column: { height, fill, text }, at, isNew, isDue }: ColumnProps) {
  return (
    <li
      className={clsx(
        'strip-column',
        height % 5 === 0 && 'is-fifth',
        -at >= PHONE_BLOCKS && 'is-far',
        isNew && 'is-new',
        isDue && 'is-due',
      )}
      style={placed(at)}
      title={text}
    >
      <Bar fill={fill} />
      <span aria-hidden="true" className={clsx('strip-label', height % 2 === 1 && 'is-odd')}>
        <GroupedNumber value={height} />
      </span>
      <span className="sr-only">{text}</span>
    </li>
  );
}

function Bar({ fill }: { readonly fill: number }) {
  return (
    <span className="strip-bar">
      <span style={{ height: `${fill * 100}%` }} />
    </span>
  );
}

/** Tracks which blocks arrived after the page was opened, and which blocks a reorg replaced. */
function useArrivals(blocks: readonly BlockColumn[]) {
  const [first] = useState(() => new Set(blocks.map(({ hash }) => hash)));
  const [seen, setSeen] = useState(blocks);
  const [replaced, setReplaced] = useState<readonly BlockColumn[]>([]);
  if (!sameBlocks(seen, blocks)) {
    setSeen(blocks);
    const lowest = blocks[0]?.height ?? 0;
    const stays = new Set(blocks.map(({ hash }) => hash));
    setReplaced(seen.filter(({ hash, height }) => !stays.has(hash) && height >= lowest));
  }
  return {
    replaced,
    isNew: (hash: string) => !first.has(hash),
    forget: (hash: string) => setReplaced((now) => now.filter((one) => one.hash !== hash)),
  };
}

function sameBlocks(one: readonly BlockColumn[], other: readonly BlockColumn[]): boolean {
  return one.length === other.length && one.every(({ hash }, at) => hash === other[at]?.hash);
}

const STEP_MS = 320;

function useStepOnNewBlock(newest: number) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(newest);
  useLayoutEffect(() => {
    const steps = newest - shown.current;
    shown.current = newest;
    const strip = ref.current;
    if (!strip || steps === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const column = strip.querySelector('.strip-column:not(.is-far)');
    const from = `translateX(${steps * (column?.clientWidth ?? 0)}px)`;
    strip.querySelector('.strip-blocks')?.animate([{ transform: from }, { transform: 'none' }], {
      duration: STEP_MS,
      easing: 'cubic-bezier(0.2, 0, 0, 1)',
    });
  }, [newest]);
  return ref;
}
