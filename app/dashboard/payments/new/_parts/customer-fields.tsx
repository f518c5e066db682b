'use client';

import { useFormContext } from 'react-hook-form';
import { Field, Input } from '@/app/_ui/field';
import type { PaymentValues } from './payment-values';

export function CustomerFields() {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-3 font-semibold">Customer</legend>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Name" error={errors.customerName?.message} hint="Optional.">
          <Input {...register('customerName')} autoComplete="off" />
        </Field>
        <Field label="E-mail" error={errors.customerEmail?.message} hint="Optional.">
          <Input {...register('customerEmail')} type="email" autoComplete="off" />
        </Field>
      </div>
      <Field
        label="Customer reference"
        error={errors.customerReference?.message}
        hint="Optional. Your own number for the customer, which groups their payments."
        className="sm:max-w-64"
      >
        <Input {...register('customerReference')} autoComplete="off" />
      </Field>
      <p className="text-ink-3 text-small">Only your team sees this, never the payment page.</p>
    </fieldset>
  );
}
