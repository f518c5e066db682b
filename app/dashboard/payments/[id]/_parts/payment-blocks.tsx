import { BlockStrip } from '@/app/_ui/block-strip';
import { useClock } from '@/app/_ui/clock';
import { counted } from '@/app/_ui/counted';
import { paymentLook } from '@/app/_ui/status-badge';
import { cellsOf, progressText } from '@/app/_ui/strip-places';
import { briefAge } from '@/app/_ui/time-text';
import type { PaymentDetailAnswer } from '@/lib/http/payments/payment-detail-answer';
import { ReorgNote } from '../../../_chain/reorg-note';
import { Section } from '../../../_frame/section';

/** The blocks around a paid payment: counting blocks are filled, future ones outlined. */
export function PaymentBlocks({ detail }: { detail: PaymentDetailAnswer }) {
  const { payment, block_strip: strip, chain_height: tip } = detail;
  const { now } = useClock();
  const shown = strip?.blocks.at(-1)?.height;
  if (!strip || shown === undefined || tip === null) return null;
  const { required_confirmations } = payment;
  const confirming = { required_confirmations, covered_height: strip.covered_height };
  const own = cellsOf(confirming, shown).map(({ at, filled }, place) => ({
    height: shown + at,
    filled,
    text: `Block ${shown + at}, ${filled ? '' : 'still to come, '}confirmation ${place + 1} of ${required_confirmations}`,
  }));
  const ownAt = (height: number) => own.find((one) => one.height === height);
  return (
    <Section
      title="Blocks"
      aside={
        <p className="text-ink-2 text-small tabular-nums">{progressText(confirming, shown)}</p>
      }
    >
      <div className={`tone-${paymentLook(payment.status, payment.flags).tone}`}>
        <BlockStrip
          label="Blocks around this payment, oldest first"
          columns={strip.blocks.map(({ height, hash, time }) => ({
            ...{ height, hash },
            fill: ownAt(height) ? 1 : 0,
            text: ownAt(height)?.text ?? `Block ${height}`,
            age: time ? briefAge(time, now) : '',
          }))}
          due={own.filter(({ filled }) => !filled)}
        >
          {tip > shown ? (
            <p className="strip-since">{counted(tip - shown, 'block since', 'blocks since')}</p>
          ) : (
            <div className="strip-mempool is-open">
              <p>Mempool</p>
              {strip.covered_height === null && <p className="text-ink">Unconfirmed</p>}
            </div>
          )}
        </BlockStrip>
      </div>
      {strip.reorg && (
        <ReorgNote reorg={strip.reorg}>This payment’s confirmations were counted again.</ReorgNote>
      )}
    </Section>
  );
}
