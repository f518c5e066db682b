'use client';

import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose } from '@/app/_ui/dialog';
import { Fact, FactList } from '@/app/_ui/facts';
import { ShortenedText } from '@/app/_ui/identifier';
import { isRefundOpen } from '@/lib/domain/refund';
import { useChange } from '../_data/use-change';
import { CancelRefund } from './cancel-refund';
import { RefundFacts, RefundTally } from './refund-facts';
import type { RefundProps } from './refund-props';
import { isExcessRefundError, RefusalNote } from './refusal';

const TITLES = {
  sent: 'Refund on its way',
  confirmed: 'Refund confirmed',
  dropped: 'Refund canceled',
} as const;

/** Shows a refund that needs no action. */
export function RefundStatusDialog({ refund, detail }: RefundProps) {
  const { status } = refund;
  if (isRefundOpen(status)) return null;
  return (
    <Dialog
      title={TITLES[status]}
      actions={
        <DialogClose asChild>
          <Button>Done</Button>
        </DialogClose>
      }
    >
      {status === 'sent' && (
        <div className="flex items-center gap-3">
          <RefundTally refund={refund} />
          <span className="text-ink-2">Your customer’s page shows this too.</span>
        </div>
      )}
      <RefundFacts refund={refund} explorer={detail.explorer} />
    </Dialog>
  );
}

/**
 * Asks a member whether a refund counts that was paid with another amount or to an earlier address.
 */
export function CheckRefund({ refund, onClose }: RefundProps) {
  const { id, amount_sats: amount, other_outputs: others } = refund;
  const [sent] = others;
  const accept = useChange('POST /api/dashboard/refunds/{id}/accept-output', {
    ask: (confirmed: boolean) => ({
      id,
      body: { txid: sent?.txid ?? '', vout: sent?.vout ?? 0, confirm_excess: confirmed },
    }),
    quiet: true,
    done: () => 'The sent amount was recorded.',
  });
  if (!sent) return null;
  const exceeds = isExcessRefundError(accept.error);
  const difference = Math.abs(amount - sent.sats);
  const isFormer = sent.address !== refund.address;
  return (
    <Dialog
      title="Check this refund"
      actions={
        <>
          <CancelRefund refund={refund} onDone={onClose} />
          <Button
            variant={exceeds ? 'danger' : 'primary'}
            busy={accept.isPending}
            onClick={() => accept.mutate(exceeds)}
          >
            <span>
              Record <Amount sats={sent.sats} />
            </span>
          </Button>
        </>
      }
    >
      <p className="border-failed border-s-2 bg-failed-bg px-3 py-2 text-failed">
        A transaction sent <Amount sats={sent.sats} /> to {isFormer ? 'the former' : 'this'} address
        {difference > 0 && (
          <>
            , which is <Amount sats={difference} /> {sent.sats < amount ? 'less' : 'more'} than
            agreed
          </>
        )}
        .
      </p>
      {isFormer && (
        <FactList>
          <Fact name="Sent to">
            <ShortenedText text={sent.address} first={8} last={6} />
          </Fact>
          <Fact name="Address now">
            <ShortenedText text={refund.address ?? ''} first={8} last={6} />
          </Fact>
        </FactList>
      )}
      <p className="text-ink-2">
        Record what was sent.{' '}
        {sent.sats < amount && 'Then you can give the rest back with another refund.'}
      </p>
      <RefusalNote error={accept.error} />
    </Dialog>
  );
}
