'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { CopyTextButton } from '@/app/_ui/copy-button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Field, Textarea } from '@/app/_ui/field';
import { DateTimeText } from '@/app/_ui/time';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { CopyablePageUrl } from '../_frame/copyable-page-url';
import { amountWithPriceText, requestedAmountOf } from './amount-with-price';

interface OpenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

interface Props extends OpenProps {
  /** The payment that asks for the missing amount. */
  readonly followUp: PaymentResponse;
  /** Whether the follow-up asks for only a part of the first payment's amount. */
  readonly isRest: boolean;
}

/** Shows a follow-up payment's link, and a text with which the user can send it. */
export function FollowUpDialog({ open, onOpenChange, ...rest }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      {open && <Content {...rest} />}
    </DialogRoot>
  );
}

function Content({ followUp, isRest }: Omit<Props, keyof OpenProps>) {
  const { reference, checkout_url: url, expires_at: until } = followUp;
  const amount = amountWithPriceText(requestedAmountOf(followUp));
  const [text, setText] = useState(() => textFor(reference, amount, url, isRest));
  const subject = encodeURIComponent(reference ?? 'Your payment');
  return (
    <Dialog
      title={isRest ? `Ask for the missing ${amount}` : `Ask for ${amount}`}
      description={
        <>
          The new payment is open until <DateTimeText iso={until} />. Send its link to your
          customer.
        </>
      }
      actions={
        <>
          <a
            className="btn btn-quiet"
            href={`mailto:?subject=${subject}&body=${encodeURIComponent(text)}`}
          >
            Write an e-mail
          </a>
          <DialogClose asChild>
            <Button variant="primary">Close</Button>
          </DialogClose>
        </>
      }
    >
      <CopyablePageUrl url={url} copyLabel="Copy payment link" what="the payment page" />
      <div className="grid gap-2">
        <Field label="Text for your customer">
          <Textarea rows={6} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
        <div>
          <CopyTextButton text={text}>Copy text</CopyTextButton>
        </div>
      </div>
    </Dialog>
  );
}

function textFor(reference: string | null, amount: string, url: string, isRest: boolean): string {
  const order = reference ? ` for ${reference}` : '';
  return isRest
    ? `Hello,\n\nthank you for your payment${order}. ${amount} is still missing. Please pay the rest here:\n\n${url}`
    : `Hello,\n\nyour payment${order} has not arrived in time. Please pay ${amount} here:\n\n${url}`;
}
