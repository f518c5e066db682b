'use client';

import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Checkbox } from '@/app/_ui/checkbox';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { Textarea } from '@/app/_ui/textarea';
import type { SettingsValues } from './settings-values';

interface Props {
  readonly register: UseFormRegister<SettingsValues>;
  readonly errors: FieldErrors<SettingsValues>;
  readonly disabled?: boolean;
}

/** What narrows a key: who may use it, until when, and what it may do. */
export function SettingsFields({ register, errors, disabled = false }: Props) {
  return (
    <>
      <Checkbox
        label="Allow customer-provided addresses"
        hint="A payment may name its own destination_address instead of getting one of the wallet."
        disabled={disabled}
        {...register('allowCustomAddresses')}
      />
      <Field
        label="Allowed IP addresses"
        hint="Addresses or ranges such as 203.0.113.0/24, one a line. Empty: from anywhere."
        error={errors.allowedIps?.message}
      >
        <Textarea
          mono
          rows={3}
          spellCheck={false}
          disabled={disabled}
          {...register('allowedIps')}
        />
      </Field>
      <Field
        label="Sites that may embed the payment page"
        hint="Origins such as https://shop.example, one a line. Empty: no site may show it in a frame."
        error={errors.embedOrigins?.message}
      >
        <Textarea
          mono
          rows={2}
          spellCheck={false}
          disabled={disabled}
          {...register('embedOrigins')}
        />
      </Field>
      <Field
        label="Expires"
        hint="At the end of that day, in your time zone. Empty: never."
        error={errors.expiresOn?.message}
        className="max-w-60"
      >
        <Input type="date" disabled={disabled} {...register('expiresOn')} />
      </Field>
    </>
  );
}
