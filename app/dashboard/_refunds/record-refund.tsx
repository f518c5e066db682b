'use client';

import { type SubmitEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { formatSats } from '@/lib/domain/format-sats';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import { RequestError } from '../_data/request-error';
import { useChange } from '../_data/use-change';
import { SATOSHIS } from '../_form/currency-options';
import { AmountFields, refundAmountBody, suggestedRefundAmount } from './amount-fields';
import { isExcessRefundError, RefusalNote } from './refusal';

interface Props {
  readonly detail: PaymentDetailResponse;
  readonly onRecorded: (refundId: string) => void;
}

export function RecordRefund({ detail, onRecorded }: Props) {
  const { payment, refundable } = detail;
  const left = refundable.to_give_back_sats;
  const [currency, setCurrency] = useState(payment.price?.currency ?? SATOSHIS);
  const [amount, setAmount] = useState(() => suggestedRefundAmount(payment, left));
  const [hasAddress, setHasAddress] = useState(false);
  const [address, setAddress] = useState('');
  const create = useChange('POST /api/dashboard/payments/{id}/refunds', {
    ask: (confirmExcess: boolean) => ({
      id: payment.id,
      body: {
        ...refundAmountBody(amount, currency),
        ...(hasAddress && { address: address.trim() }),
        confirm_excess: confirmExcess,
      },
    }),
    quiet: true,
    done: ({ id }) => {
      onRecorded(id);
      return undefined;
    },
  });
  const failed = create.error instanceof RequestError ? create.error : undefined;
  const exceeds = isExcessRefundError(create.error) && left > 0;
  const isUnclear = refundAmountBody(amount, currency) === undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!create.isPending && !isUnclear) create.mutate(exceeds);
  };
  const errors = errorsOf(failed);
  return (
    <Dialog title="Give back" description={receivedText(detail)}>
      <form onSubmit={submit} className="grid gap-4" noValidate>
        <AmountFields
          detail={detail}
          value={{ amount, currency }}
          error={isUnclear && amount !== '' ? 'Enter an amount in digits.' : errors.amount}
          onChange={(value) => {
            create.reset();
            setAmount(value.amount);
            setCurrency(value.currency);
          }}
        />
        <AddressChoice hasAddress={hasAddress} onChoose={setHasAddress} />
        {hasAddress && (
          <Field label="Customer’s address" error={errors.address}>
            <Input
              mono
              value={address}
              autoComplete="off"
              onChange={({ target }) => {
                create.reset();
                setAddress(target.value);
              }}
            />
          </Field>
        )}
        <p className="border-idle border-s-2 bg-sunken px-3 py-2 text-ink-2 text-small">
          Never pay back to the address the money came from. Exchanges do not credit it.
        </p>
        {!errors.amount && !errors.address && <RefusalNote error={create.error} />}
        <div className="flex flex-wrap items-center justify-between gap-3">
          <span className="text-ink-2 text-small">You pay the network fee.</span>
          <Button
            type="submit"
            variant={exceeds ? 'danger' : 'primary'}
            busy={create.isPending}
            disabled={isUnclear || (hasAddress && address.trim() === '')}
          >
            {exceeds ? 'Give back more than received' : hasAddress ? 'Continue' : 'Create link'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface ChoiceProps {
  readonly hasAddress: boolean;
  readonly onChoose: (hasAddress: boolean) => void;
}

function AddressChoice({ hasAddress, onChoose }: ChoiceProps) {
  const option = (value: boolean, label: string, hint: string) => (
    <label className="flex cursor-pointer gap-2.5 px-3 py-2.5 not-first:border-t has-checked:bg-accent-tint">
      <input
        type="radio"
        name="address"
        className="mt-1 size-4 shrink-0 accent-accent"
        checked={hasAddress === value}
        onChange={() => onChoose(value)}
      />
      <span className="grid">
        <span className="font-medium">{label}</span>
        <span className="text-ink-2 text-small">{hint}</span>
      </span>
    </label>
  );
  return (
    <fieldset>
      <legend className="mb-1 font-medium">Address</legend>
      <div className="overflow-hidden rounded-control border border-rule-strong has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
        {option(
          false,
          'Send a link to your customer',
          'It asks for an address and works for 14 days.',
        )}
        {option(
          true,
          'Enter an address',
          'Use an address that your customer gave you in person or in their account, not in an e-mail.',
        )}
      </div>
    </fieldset>
  );
}

function receivedText({
  refundable: { received_sats: received, refunded_sats: refunded },
}: PaymentDetailResponse) {
  const already = refunded > 0 ? `, and refunds give back ${formatSats(refunded)}` : '';
  return `${formatSats(received)} of this payment is confirmed${already}.`;
}

function errorsOf(failed: RequestError | undefined) {
  if (!failed) return {};
  const { code, message, fields } = failed;
  const isAboutAddress = code === 'address_in_use' || code === 'address_network_mismatch';
  return {
    address: fields.address ?? (isAboutAddress ? message : undefined),
    amount: fields.amount_sats ?? fields['price/amount'] ?? fields['price/currency'],
  };
}
