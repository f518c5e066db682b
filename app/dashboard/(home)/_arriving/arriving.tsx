import clsx from 'clsx';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { GroupedNumber } from '@/app/_ui/amount';
import { useClock } from '@/app/_ui/clock';
import { IntentLink } from '@/app/_ui/intent-link';
import { Tally } from '@/app/_ui/tally';
import { briefAge } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { HomeResponse } from '@/lib/http/home/home-response';
import { useFrame } from '../../_frame/frame';
import { openPaymentsPage, paymentsByStatusPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { ReferenceLink } from '../../_list/reference-text';
import { receivedAmount } from '../../_next-step/amount-with-price';
import { AmountInPriceCurrency } from '../_parts/amount-in-price-currency';
import {
  arrivalProgressText,
  blockAxisBars,
  confirmationEtaText,
  confirmationsSoFar,
  NEXT_BLOCKS,
  PAST_BLOCKS,
} from './lane';

type Arriving = HomeResponse['arriving'];
type ArrivingPayment = Arriving['payments'][number];

interface Props {
  readonly home: Pick<HomeResponse, 'arriving' | 'network'>;
  readonly total: ReactNode;
}

/**
 * Shows payments for which money is arriving, each on an axis of blocks, and the number of unpaid
 * payments. Shows nothing if there are none.
 */
export function ArrivingNow({ home: { arriving, network }, total }: Props) {
  const { blocks, payments, count, unpaid } = arriving;
  const tip = blocks.at(-1)?.height ?? 0;
  const ref = useMotionOnNewBlock(tip);
  if (!network || (payments.length === 0 && unpaid === 0)) return null;
  const hidden = count - payments.filter(({ status }) => status !== 'confirmed').length;
  return (
    <Section title="Arriving now" note={count > 0 && total} aside={<Freshness network={network} />}>
      <div ref={ref} className="arriving">
        {payments.length > 0 && <Axis blocks={blocks} />}
        <ul aria-label="Payments with money on its way">
          {payments.map((payment) => (
            <Row key={payment.id} payment={payment} tip={tip} onDemand={network === 'regtest'} />
          ))}
        </ul>
        {hidden > 0 && (
          <p className="arriving-rest">
            <span>{countWithNoun(hidden, 'more payment is', 'more payments are')} arriving.</span>
            <IntentLink
              href={paymentsByStatusPage(network, 'detected')}
              className="text-accent underline"
            >
              View all
            </IntentLink>
          </p>
        )}
        {unpaid > 0 && (
          <p className="arriving-rest">
            <span>
              {countWithNoun(unpaid, 'payment page is', 'payment pages are')} open. Nothing has been
              sent to {unpaid === 1 ? 'it' : 'them'} yet.
            </span>
            <IntentLink href={openPaymentsPage(network)} className="text-accent underline">
              View open payments
            </IntentLink>
          </p>
        )}
      </div>
    </Section>
  );
}

function Freshness({ network }: { readonly network: string }) {
  const chain = useFrame(({ chains }) => chains.find((one) => one.network === network));
  const { now } = useClock();
  const isOld = chain?.read_at && (chain.failing_since || now - Date.parse(chain.read_at) > 60_000);
  return isOld && chain.read_at ? (
    <p className="text-pending text-small">Last update {briefAge(chain.read_at, now)} ago</p>
  ) : (
    <p className="arriving-live">Live</p>
  );
}

function Axis({ blocks }: { readonly blocks: Arriving['blocks'] }) {
  const { now } = useClock();
  const past = Array.from(
    { length: PAST_BLOCKS },
    (_, nth) => blocks[blocks.length - PAST_BLOCKS + nth],
  );
  return (
    <div className="arriving-row arriving-axis" aria-hidden="true">
      <span>Order</span>
      <span className="text-end">Amount</span>
      <div className="arriving-lane">
        {past.map((block, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <span key={nth}>
            {block && (
              <>
                <b>
                  <GroupedNumber value={block.height} />
                </b>
                {block.time ? briefAge(block.time, now) : ''}
              </>
            )}
          </span>
        ))}
        {Array.from({ length: NEXT_BLOCKS }, (_, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <span key={nth}>{nth === 0 ? 'next' : `+${nth + 1}`}</span>
        ))}
      </div>
      <span className="text-end">Confirmed</span>
    </div>
  );
}

interface RowProps {
  readonly payment: ArrivingPayment;
  readonly tip: number;
  /** Whether blocks are mined on demand, so that the times of future blocks are unknown. */
  readonly onDemand: boolean;
}

function Row({ payment, tip, onDemand }: RowProps) {
  const filled = confirmationsSoFar(payment, tip);
  return (
    <li className="arriving-row">
      <span className="min-w-0 truncate">
        <ReferenceLink payment={payment} />
      </span>
      <span className="text-end font-semibold">
        <AmountInPriceCurrency money={receivedAmount(payment)} />
      </span>
      <div className="arriving-lane" aria-hidden="true">
        {blockAxisBars(payment, tip).map((cell, nth) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <span key={nth}>{cell && <i className={clsx('arriving-bar', `is-${cell}`)} />}</span>
        ))}
      </div>
      <span className="arriving-tally">
        <Tally filled={filled} required={payment.required_confirmations} tone="detected" />
        {arrivalProgressText(payment, tip)}
      </span>
      <span className="arriving-left">
        <span className="arriving-count">
          {filled > 0 && `${filled} of ${payment.required_confirmations}, `}
        </span>
        {confirmationEtaText(payment, tip, onDemand)}
      </span>
    </li>
  );
}

const STEP_MS = 320;

/** Animates the bars of a new block for all payments together. */
function useMotionOnNewBlock(tip: number) {
  const ref = useRef<HTMLDivElement>(null);
  const shown = useRef(tip);
  useLayoutEffect(() => {
    const isNew = tip > shown.current && shown.current > 0;
    shown.current = tip;
    if (!ref.current || !isNew || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const bars = ref.current.querySelectorAll(
      `.arriving-lane > :nth-child(${PAST_BLOCKS}) > .is-filled, .arriving-tally .is-filled:last-of-type`,
    );
    for (const bar of bars) {
      bar.animate([{ transform: 'scaleY(0)' }, { transform: 'none' }], {
        duration: STEP_MS,
        easing: 'cubic-bezier(0.2, 0, 0, 1)',
      });
    }
  }, [tip]);
  return ref;
}
