'use client';

import { useFormContext } from 'react-hook-form';
import { Field, Input, Select } from '@/app/_ui/field';
import type { KeyAnswer } from '@/lib/http/answers/key';
import type { LinkValues } from './link-values';

const EXPIRIES = [
  ['900', '15 minutes'],
  ['3600', '1 hour'],
  ['21600', '6 hours'],
  ['86400', '1 day'],
] as const;

const DEPTHS = ['1', '2', '3', '4', '5', '6'] as const;

/** What every payment of the link gets. */
export function TermsFields({ keys }: { keys: readonly KeyAnswer[] }) {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  return (
    <fieldset className="grid gap-5 border-t pt-5">
      <legend className="sr-only">Each payment</legend>
      <h2 className="text-section">Each payment</h2>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <Field label="API key" error={errors.key?.message}>
          <Select {...register('key')}>
            {keys.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Expires after">
          <Select {...register('expiresIn')}>
            {EXPIRIES.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Confirmations">
          <Select {...register('confirmations')}>
            {DEPTHS.map((depth) => (
              <option key={depth}>{depth}</option>
            ))}
          </Select>
        </Field>
      </div>
      <Field
        label="Reference"
        error={errors.reference?.message}
        hint="Optional. The same for every payment; your customer sees it."
      >
        <Input {...register('reference')} autoComplete="off" />
      </Field>
      <Field
        label="Webhook URL"
        error={errors.webhookUrl?.message}
        hint="Optional. Receives a signed POST for each payment."
      >
        <Input {...register('webhookUrl')} type="url" placeholder="https://shop.example/webhooks" />
      </Field>
    </fieldset>
  );
}
