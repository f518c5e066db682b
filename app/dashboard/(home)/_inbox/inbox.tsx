import clsx from 'clsx';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ButtonLink, IconButton } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { ChevronDown } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { lazyOpen } from '@/app/_ui/lazy-open';
import { NetworkChip } from '@/app/_ui/network';
import { canChange } from '@/lib/domain/roles';
import type { DecisionResponse, HomeResponse } from '@/lib/http/home/home-response';
import { useFrame, useSeveralNetworks } from '../../_frame/frame';
import { paymentPage, toHandle } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { customerName, ReferenceLink } from '../../_list/reference-text';
import { StepButtons } from '../../_next-step/step-buttons';
import { RefundHost } from '../../_refunds/refund-host';
import { REASON_WORDS } from '../../_worklist/reason-words';
import { TeamNote } from '../../_worklist/team-note';
import { MoneyOf } from '../_parts/money-of';
import { closeRow, useClosingRows } from './closing-rows';
import { figureOf, shownReason, stepOf } from './decision-words';
import { Row } from './row';

/** Loaded only with such rows: most merchants have none most of the time. */
const NoticeItems = lazyOpen(async () => (await import('./notice-items')).NoticeItems);
const RefundRows = lazyOpen(async () => (await import('./refund-rows')).RefundRows);

const NoteForm = lazyOpen(async () => (await import('./note-form')).NoteForm);

/** One row for each open decision: why, how much, and a button for the next step. */
export function Inbox({ inbox }: { inbox: HomeResponse['inbox'] }) {
  const [open, setOpen] = useState<string>();
  const { decisions, refunds, notices, count, payment_count: total } = inbox;
  const { rows, remove } = useClosingRows(decisions);
  const hasNotices = Object.values(notices).some((of) => (Array.isArray(of) ? of.length > 0 : of));
  return (
    <Section
      title="Inbox"
      note={count > 0 && counted(count, 'decision', 'decisions')}
      aside={
        <IntentLink href={toHandle()} className="text-accent text-small hover:underline">
          View in payments
        </IntentLink>
      }
    >
      {count === 0 && rows.length === 0 ? (
        <p className="border-rule-5 border-y bg-surface px-4 py-4 text-ink-2">
          Nothing needs your decision.
        </p>
      ) : (
        <ul className="inbox" aria-label="Open decisions">
          {rows.map(({ decision, isClosing }) => (
            <DecisionItem
              key={decision.payment.id}
              decision={decision}
              isClosing={isClosing}
              onClosed={() => remove(decision.payment.id)}
              isOpen={open === decision.payment.id}
              onToggle={() =>
                setOpen(open === decision.payment.id ? undefined : decision.payment.id)
              }
            />
          ))}
          {total > decisions.length && (
            <li className="inbox-more">
              <IntentLink href={toHandle()} className="text-accent underline">
                View all {total} payments
              </IntentLink>
            </li>
          )}
          <RefundRows open={refunds.length > 0} refunds={refunds} />
          <NoticeItems open={hasNotices} notices={notices} />
        </ul>
      )}
      <RefundHost refunds={refunds} />
    </Section>
  );
}

interface DecisionProps {
  readonly decision: DecisionResponse;
  readonly isClosing: boolean;
  readonly onClosed: () => void;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
}

function DecisionItem({ decision, isClosing, onClosed, isOpen, onToggle }: DecisionProps) {
  const item = useRef<HTMLLIElement>(null);
  const closed = useEffectEvent(onClosed);
  useLayoutEffect(() => {
    if (isClosing && item.current) closeRow(item.current, () => closed());
  }, [isClosing]);
  const mayChange = useFrame(({ role }) => canChange(role));
  const hasSeveral = useSeveralNetworks();
  const { payment, reasons } = decision;
  const reason = shownReason(decision);
  const { money, note } = figureOf(decision, reason);
  const step = stepOf(decision);
  const { tone, label } = REASON_WORDS[reason];
  const [first, ...others] = step.buttons;
  return (
    <li ref={item} className={clsx(isOpen && 'is-open')}>
      <Row
        badge={label}
        tone={tone}
        name={
          <>
            <ReferenceLink payment={payment} />
            {hasSeveral && <NetworkChip network={payment.network} />}
            {payment.customer && (
              <span className="min-w-0 truncate text-ink-3 text-small">
                {customerName(payment.customer)}
              </span>
            )}
          </>
        }
        reason={step.reason}
        note={<TeamNote of={decision} />}
        figure={
          <>
            <strong>
              <MoneyOf money={money} />
            </strong>
            <span>{note}</span>
          </>
        }
        action={
          mayChange && first && first.action !== 'done' ? (
            <StepButtons
              payment={payment}
              step={{ ...step, decide: isOpen, buttons: [first] }}
              reasons={[...reasons]}
              note={decision.note}
            />
          ) : (
            <ButtonLink href={paymentPage(payment.id)}>View payment</ButtonLink>
          )
        }
        toggle={
          <IconButton
            label={
              isOpen ? `Less about ${label.toLowerCase()}` : `More about ${label.toLowerCase()}`
            }
            aria-expanded={isOpen}
            onClick={onToggle}
          >
            <ChevronDown aria-hidden className={clsx(isOpen && 'rotate-180')} />
          </IconButton>
        }
      />
      {isOpen && (
        <div className="inbox-open">
          <div className="grid content-start gap-1">
            <h3 className="font-semibold">{step.title}</h3>
            <p className="max-w-reading text-ink-2">
              {REASON_WORDS[reason].means}{' '}
              <IntentLink
                href={REASON_WORDS[reason].more.href}
                className="text-accent underline underline-offset-3"
              >
                {REASON_WORDS[reason].more.text}
              </IntentLink>
            </p>
          </div>
          {mayChange && <NoteForm open decision={decision} />}
          <div className="inbox-foot">
            {mayChange && (
              <StepButtons
                payment={payment}
                step={{
                  ...step,
                  decide: false,
                  buttons: first?.action === 'done' ? step.buttons : others,
                }}
                reasons={[...reasons]}
                note={decision.note}
              />
            )}
            <IntentLink href={paymentPage(payment.id)} className="text-accent underline">
              Open payment
            </IntentLink>
          </div>
        </div>
      )}
    </li>
  );
}
