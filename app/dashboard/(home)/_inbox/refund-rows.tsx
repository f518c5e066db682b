import clsx from 'clsx';
import { Amount } from '@/app/_ui/amount';
import { Button, ButtonLink } from '@/app/_ui/button';
import { useClock } from '@/app/_ui/clock';
import { ageText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { canMakeChanges } from '@/lib/domain/roles';
import type { DashboardRefundResponse } from '@/lib/http/refunds/dashboard-refund-response';
import { useFrame } from '../../_frame/frame';
import { paymentPage } from '../../_frame/paths';
import { ReferenceLink } from '../../_list/reference-text';
import { setRefundDialog } from '../../_refunds/open-refund';
import { formatRefundAmount, selectJointlyPayable } from '../../_refunds/refund-words';
import { InboxRow, type InboxRowsState, LazyNoteForm } from './row';

interface Props {
  readonly open: boolean;
  readonly refunds: readonly DashboardRefundResponse[];
  readonly rows: InboxRowsState;
}

/**
 * A row for each refund that needs a member's action, and a button to pay several refunds together.
 */
export function RefundRows({ refunds, rows }: Props) {
  const mayChange = useFrame(({ role }) => canMakeChanges(role));
  const payable = selectJointlyPayable(refunds);
  return (
    <>
      {refunds.map((refund) => (
        <RefundRow key={refund.id} refund={refund} mayChange={mayChange} rows={rows} />
      ))}
      {mayChange && payable.length > 1 && (
        <li className="inbox-more">
          <Button size="small" onClick={() => setRefundDialog({ kind: 'several' })}>
            Send {countWithNoun(payable.length, 'refund')} together
          </Button>
        </li>
      )}
    </>
  );
}

interface RefundRowProps extends Pick<Props, 'rows'> {
  readonly refund: DashboardRefundResponse;
  readonly mayChange: boolean;
}

function RefundRow({ refund, mayChange, rows }: RefundRowProps) {
  const { now } = useClock();
  const { id, payment_id: paymentId, reference, amount_sats: sats, price } = refund;
  const words = rowWords(refund, now);
  const isOpen = rows.isOpen(id);
  const note = rows.noteOf(paymentId);
  return (
    <li className={clsx(isOpen && 'is-open')}>
      <InboxRow
        badge={words.badge}
        tone={words.isWrong ? 'failed' : 'pending'}
        name={<ReferenceLink payment={{ id: paymentId, reference }} />}
        reason={words.reason}
        note={note}
        figure={
          <>
            <strong>{price ? formatRefundAmount(refund) : <Amount sats={sats} />}</strong>
            <span>to give back</span>
          </>
        }
        action={
          mayChange ? (
            <Button onClick={() => setRefundDialog({ kind: 'one', paymentId, refundId: id })}>
              {words.action}
            </Button>
          ) : (
            <ButtonLink href={paymentPage(paymentId)}>View payment</ButtonLink>
          )
        }
        isOpen={isOpen}
        onToggle={mayChange ? () => rows.toggle(id) : undefined}
      />
      {isOpen && (
        <div className="inbox-open">
          <LazyNoteForm open subject={paymentId} of={note} />
        </div>
      )}
    </li>
  );
}

/** A refund that is unpaid for longer counts as forgotten. */
const FORGOTTEN_MS = 3 * 86_400_000;

function rowWords(refund: DashboardRefundResponse, now: number) {
  const { status, other_outputs: others, link_expires_at: until } = refund;
  if (status === 'requested') {
    const reason = until
      ? 'The link expired before your customer gave an address. Send a new one.'
      : 'Your customer does not have the refund link yet.';
    return { badge: 'Refund', isWrong: false, reason, action: 'Show the link' };
  }
  if (others.length > 0) {
    const isFormer = others[0]?.address !== refund.address;
    const reason = isFormer
      ? 'A transaction was sent to the former address.'
      : 'A transaction paid the customer’s address, but not the agreed amount.';
    return { badge: 'Refund', isWrong: true, reason, action: 'Check refund' };
  }
  const waitedMs = now - Date.parse(refund.address_given_at ?? refund.created_at);
  const given =
    refund.address_given_by === 'customer'
      ? 'Your customer gave an address'
      : 'The address is known';
  return waitedMs > FORGOTTEN_MS
    ? {
        badge: 'Not sent',
        isWrong: true,
        reason: `${given} ${ageText(waitedMs)} ago, and the refund was never paid.`,
        action: 'Send refund',
      }
    : {
        badge: 'Refund',
        isWrong: false,
        reason: `${given}. Pay the refund from your own wallet.`,
        action: 'Send refund',
      };
}
