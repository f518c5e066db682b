import { Grouped } from '@/app/_ui/amount';
import { counted } from '@/app/_ui/counted';
import { Shortened } from '@/app/_ui/identifier';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { Network } from '@/lib/domain/network';
import type { ReorgAnswer } from '@/lib/http/answers/chains';

interface Props {
  readonly network: Network;
  readonly reorgs: readonly ReorgAnswer[];
}

/** The newest reorgs of a chain. */
export function Reorgs({ network, reorgs }: Props) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-head text-ink-3">Reorgs</h3>
      <Table
        caption={`Newest reorgs on ${network}`}
        columns={COLUMNS}
        rows={reorgs}
        keyOf={({ at, to_hash: hash }) => `${at} ${hash}`}
      />
    </section>
  );
}

const COLUMNS: readonly Column<ReorgAnswer>[] = [
  {
    head: 'Seen',
    phone: 'second-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ at }) => <RelativeTime iso={at} />,
  },
  {
    head: 'Fork after',
    phone: 'second-start',
    cellClassName: 'tabular-nums',
    cell: ({ fork_height: height }) => (
      <>
        <span className="text-ink-3 sm:sr-only">fork after </span>
        <Grouped value={height} />
      </>
    ),
  },
  {
    head: 'Depth',
    phone: 'first-start',
    cellClassName: 'whitespace-nowrap tabular-nums',
    cell: (reorg) => counted(reorg.from_height - reorg.fork_height, 'block', 'blocks'),
  },
  { head: 'Old tip', cell: (reorg) => <Tip height={reorg.from_height} hash={reorg.from_hash} /> },
  {
    head: 'New tip',
    phone: 'first-end',
    cell: (reorg) => <Tip height={reorg.to_height} hash={reorg.to_hash} />,
  },
];

function Tip({ height, hash }: { height: number; hash: string }) {
  return (
    <span className="inline-flex flex-wrap gap-x-2">
      <Grouped value={height} />
      <span className="text-ink-2 text-small">
        <Shortened text={hash} first={4} last={8} />
      </span>
    </span>
  );
}
