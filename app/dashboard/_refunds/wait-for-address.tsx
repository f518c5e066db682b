'use client';

import { type SubmitEvent, useEffect, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { CopyTextButton } from '@/app/_ui/copy-button';
import { Dialog } from '@/app/_ui/dialog';
import { Fact, FactList } from '@/app/_ui/facts';
import { Field, Input } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import { DateTimeText } from '@/app/_ui/time';
import { fieldErrorMessage } from '../_data/request-error';
import { useChange } from '../_data/use-change';
import { CopyablePageUrl } from '../_frame/copyable-page-url';
import { CancelRefund } from './cancel-refund';
import type { RefundProps } from './refund-props';
import { formatRefundAmount } from './refund-words';

/** Shows the link on which the customer enters an address. The member can enter it here instead. */
export function WaitForAddress({ refund, detail, onClose }: RefundProps) {
  const { id } = refund;
  const link = useChange('POST /api/dashboard/refunds/{id}/link', {
    ask: (renew: boolean) => ({ id, body: { renew } }),
    answerFirst: true,
    quiet: true,
  });
  const { mutate } = link;
  useEffect(() => mutate(false), [mutate]);
  const { reference, customer } = detail.payment;
  const text = `Hello,\n\nwe are refunding you ${formatRefundAmount(refund)}${reference ? ` for ${reference}` : ''}. Please enter your Bitcoin address here:\n\n${link.data?.url ?? ''}`;
  const subject = encodeURIComponent(reference ? `Refund: ${reference}` : 'Your refund');
  return (
    <Dialog
      title="Send this link to your customer"
      description="Your customer enters an address on the refund’s page. Then the refund appears in your inbox, and you pay it from your own wallet. Send the link to nobody else."
      actions={
        <>
          <CancelRefund refund={refund} onDone={onClose} />
          {link.data && (
            <>
              <a
                className="btn btn-quiet"
                href={`mailto:${customer?.email ?? ''}?subject=${subject}&body=${encodeURIComponent(text)}`}
              >
                Write an e-mail
              </a>
              <CopyTextButton text={text}>Copy text</CopyTextButton>
            </>
          )}
        </>
      }
    >
      {link.error ? (
        <p role="alert" className="text-failed">
          {link.error.message}
        </p>
      ) : link.data ? (
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
          <CopyablePageUrl
            url={link.data.url}
            copyLabel="Copy refund link"
            what="the refund page"
          />
          <FactList>
            <Fact name="Amount">{formatRefundAmount(refund)}</Fact>
            {link.data.mailed && <Fact name="Mailed to">{customer?.email}</Fact>}
            <Fact name="Works until">
              <DateTimeText iso={link.data.expires_at} />
            </Fact>
          </FactList>
        </div>
      ) : (
        <Skeleton className="h-16 w-full" />
      )}
      <EnterAddress id={id} />
    </Dialog>
  );
}

function EnterAddress({ id }: { id: string }) {
  const [address, setAddress] = useState('');
  const give = useChange('POST /api/dashboard/refunds/{id}/address', {
    ask: (text: string) => ({ id, body: { address: text } }),
    quiet: true,
  });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (address.trim() && !give.isPending) give.mutate(address.trim());
  };
  return (
    <form onSubmit={submit} className="grid gap-2 border-t pt-4">
      <Field label="Or enter the address yourself" error={fieldErrorMessage('address', give.error)}>
        <Input
          mono
          value={address}
          autoComplete="off"
          onChange={({ target }) => setAddress(target.value)}
        />
      </Field>
      <div>
        <Button type="submit" busy={give.isPending} disabled={address.trim() === ''}>
          Use this address
        </Button>
      </div>
    </form>
  );
}
