'use client';

import { useFormContext } from 'react-hook-form';
import { Field, Input, Select } from '@/app/_ui/field';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { DEPTHS, ExpiryField, KeyField, WebhookUrlField } from '../../../_form/payment-terms';
import type { LinkValues } from './link-values';

/** What every payment of the link gets. */
export function TermsFields({ keys }: { keys: readonly KeyAnswer[] }) {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  return (
    <fieldset className="grid gap-5 border-t pt-5">
      <legend className="sr-only">Each payment</legend>
      <h2 className="text-section">Each payment</h2>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <KeyField keys={keys} />
        <ExpiryField label="Expires after" />
        <Field label="Required confirmations">
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
      <WebhookUrlField keys={keys} />
    </fieldset>
  );
}
