'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceChip } from '@/app/_ui/choice-chip';
import { Field, Input, Textarea } from '@/app/_ui/field';
import { NetworkChip } from '@/app/_ui/network';
import { Tally } from '@/app/_ui/tally';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import {
  CONFIRMATION_CHOICES,
  ExpiryField,
  KeyField,
  WebhookUrlField,
} from '../../../_form/payment-terms';
import { AmountFields } from './amount-fields';
import { allowedAddress, minSendableSats, type PaymentValues } from './payment-values';

export function MainFields({ keys }: { keys: readonly KeyResponse[] }) {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  const [keyId, address] = useWatch<PaymentValues, ['key', 'address']>({
    name: ['key', 'address'],
  });
  const key = keys.find(({ id }) => id === keyId);
  const minSats = minSendableSats(allowedAddress({ key: keyId, address }, keys), key?.least_sats);
  return (
    <>
      <AmountFields network={key?.network} least={minSats} />
      <Field
        label="Reference"
        error={errors.reference?.message}
        hint="Optional, such as an order number. Your customer sees the reference."
      >
        <Input {...register('reference')} autoComplete="off" placeholder="Order 1042" />
      </Field>
      <Field
        label="Description"
        error={errors.description?.message}
        hint="Optional. What your customer pays for, shown on the payment page."
      >
        <Textarea {...register('description')} rows={2} />
      </Field>
    </>
  );
}

export function MoreFields({ keys }: { keys: readonly KeyResponse[] }) {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  const keyId = useWatch<PaymentValues, 'key'>({ name: 'key' });
  const key = keys.find(({ id }) => id === keyId);
  const several = new Set(keys.map(({ network }) => network)).size > 1;
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <KeyField keys={keys}>
          {key && several && key.network !== 'mainnet' && (
            <p className="text-ink-3 text-small">
              On <NetworkChip network={key.network} />, whose coins have no value.
            </p>
          )}
        </KeyField>
        <ExpiryField label="Expires in" />
      </div>
      <ConfirmationChoice />
      <Field
        label="Tolerance (%)"
        error={errors.tolerance?.message}
        hint="The underpayment that still counts as paid, 0 to 1 %."
        className="sm:max-w-64"
      >
        <Input {...register('tolerance')} inputMode="decimal" className="tabular-nums" />
      </Field>
      <WebhookUrlField keys={keys} />
      {key?.allow_custom_addresses && (
        <Field
          label="Destination address"
          error={errors.address?.message}
          hint="Leave empty for the next address of the key’s wallet."
        >
          <Input {...register('address')} mono autoComplete="off" />
        </Field>
      )}
    </>
  );
}

function ConfirmationChoice() {
  const { register } = useFormContext<PaymentValues>();
  const chosen = useWatch<PaymentValues, 'confirmations'>({ name: 'confirmations' });
  return (
    <fieldset className="grid gap-1">
      <legend className="mb-1 font-medium">Required confirmations</legend>
      <div className="flex flex-wrap gap-1.5">
        {CONFIRMATION_CHOICES.map((depth) => (
          <ChoiceChip
            key={depth}
            {...register('confirmations')}
            value={depth}
            className="min-w-14 justify-center gap-2"
          >
            <span aria-hidden="true" className="inline-flex">
              <Tally
                filled={Number(depth)}
                required={Number(depth)}
                tone={chosen === depth ? 'accent' : 'idle'}
              />
            </span>
            {depth}
          </ChoiceChip>
        ))}
      </div>
      <p className="text-ink-3 text-small">
        Each confirmation takes about ten minutes. Require more of them for large amounts.
      </p>
    </fieldset>
  );
}
