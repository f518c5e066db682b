'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Input, Select } from '@/app/_ui/field';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { DEPTHS, ExpiryField, KeyField } from '../../../_form/payment-terms';
import type { LinkValues } from './link-values';

/** What every payment of the link gets. */
export function TermsFields({ keys }: { keys: readonly KeyAnswer[] }) {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  const keyId = useWatch<LinkValues, 'key'>({ name: 'key' });
  const defaultUrl = keys.find(({ id }) => id === keyId)?.default_webhook_url;
  return (
    <fieldset className="grid gap-5 border-t pt-5">
      <legend className="sr-only">Each payment</legend>
      <h2 className="text-section">Each payment</h2>
      <div className="grid items-start gap-5 sm:grid-cols-3">
        <KeyField keys={keys} />
        <ExpiryField label="Expires after" />
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
        hint={
          defaultUrl
            ? 'Optional. Receives a signed POST for each event. Empty: the default of the API key.'
            : 'Optional. Receives a signed POST for each event.'
        }
      >
        <Input
          {...register('webhookUrl')}
          type="url"
          placeholder={defaultUrl ?? 'https://shop.example/webhooks'}
        />
      </Field>
    </fieldset>
  );
}
