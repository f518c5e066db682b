'use client';

import { Amount, Grouped } from '@/app/_ui/amount';
import { BlockStrip as Strip } from '@/app/_ui/block-strip';
import { useClock } from '@/app/_ui/clock';
import { counted } from '@/app/_ui/counted';
import { RelativeTime } from '@/app/_ui/time';
import { briefAge } from '@/app/_ui/time-text';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';
import { ReorgNote } from '../../_chain/reorg-note';
import { Section } from '../../_frame/section';
import { columnHeights } from './column-heights';
import { OpenPayments } from './open-payments';

type StripAnswer = OverviewAnswer['block_strip'];

interface Props {
  readonly overview: Pick<OverviewAnswer, 'block_strip' | 'awaiting' | 'network'>;
}

/** The newest blocks as columns of what they confirmed, and the payments that await confirmation. */
export function BlockStrip({ overview }: Props) {
  const { block_strip: strip, awaiting, network } = overview;
  const { now } = useClock();
  const heights = columnHeights(strip.blocks.map(({ sats }) => sats));
  const tip = strip.blocks.at(-1);
  if (!tip) return null;
  return (
    <Section
      title="Blocks"
      aside={
        <p className="text-ink-2 text-small tabular-nums">
          Newest: <Grouped value={tip.height} />
          {tip.time && (
            <>
              , <RelativeTime iso={tip.time} />
            </>
          )}
        </p>
      }
    >
      <Strip
        label="Newest blocks, oldest first"
        columns={strip.blocks.map((block, place) => ({
          height: block.height,
          hash: block.hash,
          fill: heights[place] ?? 0,
          text: columnText(block),
          age: block.time ? briefAge(block.time, now) : '',
        }))}
      >
        <Mempool mempool={strip.mempool} />
        <OpenPayments
          open={strip.open}
          tip={tip.height}
          awaiting={awaiting.payments}
          network={network}
        />
      </Strip>
      {strip.reorg && (
        <ReorgNote reorg={strip.reorg}>
          Confirmations of payments in replaced blocks are counted again.
        </ReorgNote>
      )}
    </Section>
  );
}

function columnText({ height, sats, payments }: StripAnswer['blocks'][number]): string {
  if (payments === 0) return `Block ${height} confirmed no payment`;
  return `Block ${height} confirmed ${counted(payments, 'payment', 'payments')}, ${sats} sat`;
}

function Mempool({ mempool: { payments, sats } }: { mempool: StripAnswer['mempool'] }) {
  return (
    <div className="strip-mempool">
      <p className="text-ink-3 text-small">Mempool</p>
      {payments === 0 ? (
        <p className="text-ink-3 text-small">No unconfirmed payments</p>
      ) : (
        <>
          <p className="font-medium tabular-nums">
            <Amount sats={sats} />
          </p>
          <p className="text-ink-2 text-small">
            {counted(payments, 'unconfirmed payment', 'unconfirmed payments')}
          </p>
        </>
      )}
    </div>
  );
}
