'use client';

import { type ReactNode, useEffect } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Field, Input, Select } from '@/app/_ui/field';
import { MAX_CONFIRMATIONS } from '@/lib/domain/confirmations';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { revealField } from './reveal-field';

/** What the forms for payments and for payment links have in common. */
interface Terms {
  readonly key: string;
  readonly expiresIn: string;
  readonly webhookUrl: string;
}

export const CONFIRMATION_CHOICES = Array.from({ length: MAX_CONFIRMATIONS }, (_, place) =>
  String(place + 1),
);

const EXPIRIES = [
  ['900', '15 minutes'],
  ['3600', '1 hour'],
  ['21600', '6 hours'],
  ['86400', '1 day'],
] as const;

const GONE =
  'The API key that you chose can no longer be used. Check that this key is the right one.';

interface KeyFieldProps {
  readonly keys: readonly KeyResponse[];
  readonly children?: ReactNode;
}

/**
 * Chooses a payment's API key. If the chosen key disappears from the list, selects the first one
 * and shows an error.
 */
export function KeyField({ keys, children }: KeyFieldProps) {
  const { register, formState, getValues, setValue, setError } = useFormContext<Terms>();
  const [first] = keys;
  useEffect(() => {
    const chosen = getValues('key');
    if (!first || keys.some(({ id }) => id === chosen)) return;
    // The browser already shows the first key, so the form's value must follow.
    setValue('key', first.id);
    revealField('key');
    setError('key', { message: GONE });
  }, [keys, first, getValues, setValue, setError]);
  return (
    <Field label="API key" error={formState.errors.key?.message}>
      <Select {...register('key')}>
        {keys.map(({ id, name, network }) => (
          <option key={id} value={id}>
            {name} ({network})
          </option>
        ))}
      </Select>
      {children}
    </Field>
  );
}

export function ExpiryField({ label }: { label: string }) {
  const { register } = useFormContext<Terms>();
  return (
    <Field label={label}>
      <Select {...register('expiresIn')}>
        {EXPIRIES.map(([seconds, text]) => (
          <option key={seconds} value={seconds}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** If the field is empty, the chosen key's default URL applies. */
export function WebhookUrlField({ keys }: { keys: readonly KeyResponse[] }) {
  const { register, formState } = useFormContext<Terms>();
  const keyId = useWatch<Terms, 'key'>({ name: 'key' });
  const ofKey = keys.find(({ id }) => id === keyId)?.default_webhook_url;
  const hint = 'Optional. Receives a signed POST for each event.';
  return (
    <Field
      label="Webhook URL"
      error={formState.errors.webhookUrl?.message}
      hint={ofKey ? `${hint} Leave empty for the API key’s default.` : hint}
    >
      <Input
        {...register('webhookUrl')}
        type="url"
        placeholder={ofKey ?? 'https://shop.example/webhooks'}
      />
    </Field>
  );
}
