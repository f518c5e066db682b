'use client';

import type { ComponentProps } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { ChoiceChip } from '@/app/_ui/choice-chip';
import { Field, Input, Select } from '@/app/_ui/field';
import type { Network } from '@/lib/domain/network';
import { CurrencyOptions, SATOSHIS, usePricedCurrencies } from '../../../_form/currency-options';
import { CustomerMails } from '../../../_form/customer-mails';
import { useFrame } from '../../../_frame/frame';
import type { LinkValues } from './link-values';

export function LinkAmountFields({ network }: { network: Network | undefined }) {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  const [kind, currency] = useWatch<LinkValues, ['kind', 'currency']>({
    name: ['kind', 'currency'],
  });
  const own = useFrame(({ merchant }) => merchant.display_currency);
  const priced = usePricedCurrencies(network, currency);
  return (
    <>
      <Field
        label="Title"
        error={errors.title?.message}
        hint="What your customer pays for. The page shows it as its heading."
      >
        <Input {...register('title')} autoFocus autoComplete="off" placeholder="Invoice 2026-017" />
      </Field>
      <KindChoice />
      <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,11rem)] items-start gap-x-3">
        {kind === 'fixed' ? (
          <Field label="Amount" error={errors.amount?.message}>
            <DecimalInput name="amount" />
          </Field>
        ) : (
          <Field
            label="Suggested"
            error={errors.suggested?.message}
            hint="Optional. The prefilled amount."
          >
            <DecimalInput name="suggested" />
          </Field>
        )}
        <Field label="Currency" error={errors.currency?.message}>
          <Select
            {...register('currency', { deps: ['amount', 'suggested', 'minimum', 'maximum'] })}
          >
            <CurrencyOptions sats={{ value: SATOSHIS, label: 'sat' }} own={own} priced={priced} />
          </Select>
        </Field>
      </div>
      {kind === 'free' && (
        <div className="grid grid-cols-2 items-start gap-x-3">
          <Field label="At least" error={errors.minimum?.message} hint="Optional.">
            <DecimalInput name="minimum" />
          </Field>
          <Field label="At most" error={errors.maximum?.message} hint="Optional.">
            <DecimalInput name="maximum" />
          </Field>
        </div>
      )}
    </>
  );
}

function DecimalInput({ name }: { name: 'amount' | 'suggested' | 'minimum' | 'maximum' }) {
  const { register } = useFormContext<LinkValues>();
  return (
    <Input {...register(name)} inputMode="decimal" autoComplete="off" className="tabular-nums" />
  );
}

const KINDS = [
  ['fixed', 'You set the amount'],
  ['free', 'Your customer chooses'],
] as const;

function KindChoice() {
  const { register } = useFormContext<LinkValues>();
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="mb-1 font-medium">Who sets the amount</legend>
      {KINDS.map(([kind, label]) => (
        <ChoiceChip key={kind} {...register('kind')} value={kind}>
          {label}
        </ChoiceChip>
      ))}
    </fieldset>
  );
}

export function LinkOptionFields() {
  const { register, formState } = useFormContext<LinkValues>();
  const { errors } = formState;
  const [note, mails] = useWatch<LinkValues, ['note', 'mails']>({ name: ['note', 'mails'] });
  return (
    <>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field
          label="Number of payments"
          error={errors.maxPayments?.message}
          hint="Enter 1 for an invoice, or the number in stock. Leave empty for any number."
        >
          <Input
            {...register('maxPayments')}
            inputMode="numeric"
            autoComplete="off"
            className="tabular-nums"
          />
        </Field>
        <Field
          label="Link expires"
          error={errors.expiresAt?.message}
          hint="In your time zone. Leave empty for no expiry."
        >
          <Input {...register('expiresAt')} type="datetime-local" />
        </Field>
      </div>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Customer’s name">
          <AskSelect name="askName" />
        </Field>
        <Field label="Customer’s e-mail">
          <AskSelect name="askEmail" />
        </Field>
      </div>
      <Field label="Mails to customers">
        <Select {...register('mails')}>
          <option value="key">As the API key</option>
          <option value="own">Chosen for this link</option>
        </Select>
      </Field>
      {mails === 'own' && (
        <CustomerMails title="Mails of this link" field={register('customerMails')} />
      )}
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="Customer’s note" hint="You see the note with the payment.">
          <AskSelect name="note" />
        </Field>
        {note !== 'off' && (
          <Field
            label="Label of the note"
            error={errors.noteLabel?.message}
            hint="If empty, the label is “Note to” and your name."
          >
            <Input {...register('noteLabel')} autoComplete="off" placeholder="Your name" />
          </Field>
        )}
      </div>
    </>
  );
}

/**
 * Chooses whether the link's page asks the customer for a note, a name or an e-mail address. All
 * other props go to the select.
 */
function AskSelect({
  name,
  ...rest
}: { name: 'note' | 'askName' | 'askEmail' } & Omit<ComponentProps<typeof Select>, 'name'>) {
  const { register } = useFormContext<LinkValues>();
  return (
    <Select {...rest} {...register(name)}>
      <option value="off">Not asked for</option>
      <option value="optional">Optional</option>
      <option value="required">Required</option>
    </Select>
  );
}
