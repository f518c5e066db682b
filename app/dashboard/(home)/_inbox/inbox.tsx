import clsx from 'clsx';
import { useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { IntentLink } from '@/app/_ui/intent-link';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { NetworkChip } from '@/app/_ui/network';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { canMakeChanges } from '@/lib/domain/roles';
import type { DecisionResponse, HomeResponse } from '@/lib/http/home/home-response';
import { useFrame, useHasSeveralNetworks } from '../../_frame/frame';
import { decisionsToMakePage, paymentPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { customerName, ReferenceLink } from '../../_list/reference-text';
import { StepButtons } from '../../_next-step/step-buttons';
import { RefundHost } from '../../_refunds/refund-host';
import { REASON_WORDS } from '../../_worklist/reason-words';
import type { NoteAndAssignee } from '../../_worklist/team-note';
import { AmountInPriceCurrency } from '../_parts/amount-in-price-currency';
import { collapseRow, useClosingRows } from './closing-rows';
import { decisionAmount, mostUrgentReason, nextStepForDecision } from './decision-words';
import { InboxRow, type InboxRowsState, LazyNoteForm } from './row';

/** Loaded only if there are notices, because most merchants rarely have any. */
const NoticeItems = loadOnFirstOpen(async () => (await import('./notice-items')).NoticeItems);
const RefundRows = loadOnFirstOpen(async () => (await import('./refund-rows')).RefundRows);

const NO_NOTE: NoteAndAssignee = { note: null, assignee: null };

export function Inbox({ inbox }: { inbox: HomeResponse['inbox'] }) {
  const [open, setOpen] = useState<string>();
  const { decisions, refunds, notices, notes, count, payment_count: total } = inbox;
  const { rows, remove } = useClosingRows(decisions);
  const shared: InboxRowsState = {
    isOpen: (row) => row === open,
    toggle: (row) => setOpen(row === open ? undefined : row),
    noteOf: (subject) => notes.find((note) => note.subject === subject) ?? NO_NOTE,
  };
  const hasNotices = Object.values(notices).some((of) => (Array.isArray(of) ? of.length > 0 : of));
  return (
    <Section
      title="Inbox"
      note={count > 0 && countWithNoun(count, 'decision')}
      aside={
        <IntentLink href={decisionsToMakePage()} className="text-accent text-small hover:underline">
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
              rows={shared}
            />
          ))}
          {total > decisions.length && (
            <li className="inbox-more">
              <IntentLink href={decisionsToMakePage()} className="text-accent underline">
                View all {total} payments
              </IntentLink>
            </li>
          )}
          <RefundRows open={refunds.length > 0} refunds={refunds} rows={shared} />
          <NoticeItems open={hasNotices} notices={notices} rows={shared} />
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
  readonly rows: InboxRowsState;
}

function DecisionItem({ decision, isClosing, onClosed, rows }: DecisionProps) {
  const item = useRef<HTMLLIElement>(null);
  const closed = useEffectEvent(onClosed);
  useLayoutEffect(() => {
    if (isClosing && item.current) collapseRow(item.current, () => closed());
  }, [isClosing]);
  const mayChange = useFrame(({ role }) => canMakeChanges(role));
  const hasSeveral = useHasSeveralNetworks();
  const { payment, reasons } = decision;
  const isOpen = rows.isOpen(payment.id);
  const teamNote = rows.noteOf(payment.id);
  const reason = mostUrgentReason(decision);
  const { money, note } = decisionAmount(decision, reason);
  const step = nextStepForDecision(decision);
  const { tone, label } = REASON_WORDS[reason];
  const [first, ...others] = step.buttons;
  return (
    <li ref={item} className={clsx(isOpen && 'is-open')}>
      <InboxRow
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
        note={teamNote}
        figure={
          <>
            <strong>
              <AmountInPriceCurrency money={money} />
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
              note={teamNote.note}
            />
          ) : (
            <ButtonLink href={paymentPage(payment.id)}>View payment</ButtonLink>
          )
        }
        isOpen={isOpen}
        onToggle={() => rows.toggle(payment.id)}
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
          {mayChange && <LazyNoteForm open subject={payment.id} of={teamNote} />}
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
                note={teamNote.note}
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
