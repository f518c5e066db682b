'use client';

import clsx from 'clsx';
import { useLayoutEffect, useRef, useState } from 'react';
import { Amount, Grouped } from '@/app/_ui/amount';
import { useClock } from '@/app/_ui/clock';
import { RelativeTime } from '@/app/_ui/time';
import { briefAge } from '@/app/_ui/time-text';
import type { OverviewAnswer } from '@/lib/http/answers/overview';
import { OpenPayments } from './open-payments';
import { columnHeights, placed, type Strip, type StripBlock, shownReorg } from './strip-places';

/** The columns that a phone has room for. */
const PHONE_BLOCKS = 6;
const TICK_MS = 20_000;

/** The newest blocks as columns of what they confirmed, and the payments on their way under them. */
export function BlockStrip({ overview }: { overview: OverviewAnswer }) {
  const { block_strip: strip, chains, network, awaiting } = overview;
  const tip = strip.blocks.at(-1);
  const ref = useStepOnNewBlock(tip?.height);
  const reorgs = chains.find((chain) => chain.network === network)?.reorgs ?? [];
  const reorg = shownReorg(reorgs, strip.blocks);
  if (!tip) return null;
  return (
    <section aria-labelledby="block-strip" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="block-strip" className="text-section">
          Blocks
        </h2>
        <p className="text-ink-2 text-small tabular-nums">
          Newest: <Grouped value={tip.height} />
          {tip.time && (
            <>
              , <RelativeTime iso={tip.time} />
            </>
          )}
        </p>
      </div>
      <div ref={ref} className="strip">
        <Columns blocks={strip.blocks} tip={tip.height} />
        <Mempool mempool={strip.mempool} />
        <OpenPayments open={strip.open} tip={tip.height} awaiting={awaiting.payments} />
      </div>
      {reorg && (
        <p role="status" className="border-failed border-l-2 pl-3 text-small">
          The network replaced {blocksText(reorg.fork_height + 1, reorg.from_height)}{' '}
          <RelativeTime iso={reorg.at} /> (a reorg). Payments that they held count again from their
          new blocks.
        </p>
      )}
    </section>
  );
}

function blocksText(first: number, last: number): string {
  return first === last ? `block ${first}` : `blocks ${first} to ${last}`;
}

interface ColumnsProps {
  readonly blocks: readonly StripBlock[];
  readonly tip: number;
}

function Columns({ blocks, tip }: ColumnsProps) {
  const { now } = useClock(TICK_MS);
  const { replaced, isNew, forget } = useArrivals(blocks);
  const heights = columnHeights(blocks);
  return (
    <ol className="strip-grid strip-blocks" aria-label="Newest blocks, oldest first">
      {blocks.map((block, place) => (
        <li
          key={block.hash}
          className={clsx(
            'strip-column',
            block.height % 5 === 0 && 'is-fifth',
            tip - block.height >= PHONE_BLOCKS && 'is-far',
            isNew(block.hash) && 'is-new',
          )}
          style={placed(block.height - tip)}
          title={columnText(block)}
        >
          <span className="strip-bar">
            <span style={{ height: `${(heights[place] ?? 0) * 100}%` }} />
          </span>
          <span
            aria-hidden="true"
            className={clsx('strip-label', block.height % 2 === 1 && 'is-odd')}
          >
            <Grouped value={block.height} />
            <span className="text-ink-3">{block.time ? briefAge(block.time, now) : ''}</span>
          </span>
          <span className="sr-only">{columnText(block)}</span>
        </li>
      ))}
      {replaced.map((block) => (
        <li
          key={block.hash}
          aria-hidden="true"
          className="strip-column is-replaced"
          style={placed(block.height - tip)}
          onAnimationEnd={() => forget(block.hash)}
        >
          <span className="strip-bar">
            <span style={{ height: '30%' }} />
          </span>
        </li>
      ))}
    </ol>
  );
}

function columnText({ height, sats, payments }: StripBlock): string {
  if (payments === 0) return `Block ${height} confirmed no payment`;
  return `Block ${height} confirmed ${payments === 1 ? '1 payment' : `${payments} payments`}, ${sats} sat`;
}

function Mempool({ mempool: { payments, sats } }: { mempool: Strip['mempool'] }) {
  return (
    <div className="strip-mempool">
      <p className="text-ink-3 text-small">Mempool</p>
      {payments === 0 ? (
        <p className="text-ink-3 text-small">No payment waits</p>
      ) : (
        <>
          <p className="font-medium tabular-nums">
            <Amount sats={sats} />
          </p>
          <p className="text-ink-2 text-small">
            {payments === 1 ? '1 payment waits' : `${payments} payments wait`}
          </p>
        </>
      )}
    </div>
  );
}

/** Which blocks have come since the page was opened, and which are just being replaced. */
function useArrivals(blocks: readonly StripBlock[]) {
  const [first] = useState(() => new Set(blocks.map(({ hash }) => hash)));
  const [seen, setSeen] = useState(blocks);
  const [replaced, setReplaced] = useState<readonly StripBlock[]>([]);
  if (seen !== blocks) {
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

const STEP_MS = 320;

/** Moves the columns and cells by as many places as there are new blocks, in one motion. */
function useStepOnNewBlock(tip: number | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(tip);
  useLayoutEffect(() => {
    const steps = (tip ?? 0) - (shown.current ?? 0);
    shown.current = tip;
    const strip = ref.current;
    if (!strip || steps === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const [column] = strip.getElementsByClassName('strip-column');
    const from = `translateX(${steps * (column?.clientWidth ?? 0)}px)`;
    for (const part of strip.querySelectorAll('.strip-blocks, .strip-cells')) {
      part.animate([{ transform: from }, { transform: 'none' }], {
        duration: STEP_MS,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    }
  }, [tip]);
  return ref;
}
