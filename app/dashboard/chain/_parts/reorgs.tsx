import { Grouped } from '@/app/_ui/amount';
import { counted } from '@/app/_ui/counted';
import { Shortened } from '@/app/_ui/identifier';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
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
      <Table caption={`Newest reorgs on ${network}`}>
        <TableHead>
          <HeadCell>Seen</HeadCell>
          <HeadCell>Fork after</HeadCell>
          <HeadCell>Depth</HeadCell>
          <HeadCell>Old tip</HeadCell>
          <HeadCell>New tip</HeadCell>
        </TableHead>
        <TableBody>
          {reorgs.map((reorg) => (
            <Row key={`${reorg.at} ${reorg.to_hash}`}>
              <Cell phone="second-end" className="whitespace-nowrap text-ink-2">
                <RelativeTime iso={reorg.at} />
              </Cell>
              <Cell phone="second-start" className="tabular-nums">
                <span className="text-ink-3 sm:sr-only">fork after </span>
                <Grouped value={reorg.fork_height} />
              </Cell>
              <Cell phone="first-start" className="whitespace-nowrap tabular-nums">
                {counted(reorg.from_height - reorg.fork_height, 'block', 'blocks')}
              </Cell>
              <Cell>
                <Tip height={reorg.from_height} hash={reorg.from_hash} />
              </Cell>
              <Cell phone="first-end">
                <Tip height={reorg.to_height} hash={reorg.to_hash} />
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

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
