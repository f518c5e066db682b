'use client';

import clsx from 'clsx';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { Tally } from '@/app/_ui/tally';
import type { KeyAnswer } from '@/lib/http/answers/key';
import type { PaymentValues } from './payment-values';

const DEPTHS = ['1', '2', '3', '4', '5', '6'] as const;

/** What has a good default. */
export function MoreFields({ keys }: { keys: readonly KeyAnswer[] }) {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  const keyId = useWatch<PaymentValues, 'key'>({ name: 'key' });
  const custom = keys.find(({ id }) => id === keyId)?.allow_custom_addresses;
  return (
    <>
      <ConfirmationChoice />
      <Field
        label="Tolerance (%)"
        error={errors.tolerance?.message}
        hint="How much too little still counts as paid, from 0 to 1 %."
        className="sm:max-w-64"
      >
        <Input {...register('tolerance')} inputMode="decimal" className="tabular-nums" />
      </Field>
      <Field
        label="Webhook URL"
        error={errors.webhookUrl?.message}
        hint="Gets a signed POST when the payment is seen and when it is confirmed. May be left empty."
      >
        <Input {...register('webhookUrl')} type="url" placeholder="https://shop.example/webhooks" />
      </Field>
      {custom && (
        <Field
          label="Pay to this address"
          error={errors.address?.message}
          hint="Left empty, it is the next address of the key’s wallet."
        >
          <Input {...register('address')} mono autoComplete="off" spellCheck={false} />
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
      <legend className="mb-1 font-medium">Confirmations until it counts as confirmed</legend>
      <div className="flex flex-wrap gap-1.5">
        {DEPTHS.map((depth) => (
          <label
            key={depth}
            className={clsx(
              'inline-flex min-h-9 min-w-14 cursor-pointer items-center justify-center gap-2 rounded-control border px-2.5 font-medium pointer-coarse:min-h-11',
              'has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2',
              chosen === depth
                ? 'border-accent bg-accent-tint text-accent'
                : 'border-rule-strong bg-surface text-ink-2 hover:bg-sunken',
            )}
          >
            <input {...register('confirmations')} type="radio" value={depth} className="sr-only" />
            <span aria-hidden="true" className="inline-flex">
              <Tally
                filled={Number(depth)}
                required={Number(depth)}
                tone={chosen === depth ? 'accent' : 'idle'}
              />
            </span>
            {depth}
          </label>
        ))}
      </div>
      <p className="text-ink-3 text-small">
        A block takes about ten minutes. More of them protect large amounts better.
      </p>
    </fieldset>
  );
}
