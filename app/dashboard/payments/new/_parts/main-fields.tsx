'use client';

import { useFormContext, useWatch } from 'react-hook-form';
import { BtcAmount } from '@/app/_ui/amount';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { NetworkChip } from '@/app/_ui/network';
import { Select } from '@/app/_ui/select';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { readSats } from '../../../_data/read-sats';
import type { PaymentValues } from './payment-values';

const EXPIRIES = [
  ['900', '15 minutes'],
  ['3600', '1 hour'],
  ['21600', '6 hours'],
  ['86400', '1 day'],
] as const;

/** What every payment needs. */
export function MainFields({ keys }: { keys: readonly KeyAnswer[] }) {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  const [keyId, amount] = useWatch<PaymentValues, ['key', 'amount']>({ name: ['key', 'amount'] });
  const key = keys.find(({ id }) => id === keyId);
  const several = new Set(keys.map(({ network }) => network)).size > 1;
  const sats = readSats(amount);
  return (
    <>
      <Field
        label="Amount"
        error={errors.amount?.message}
        hint={sats ? <BtcAmount sats={sats} /> : 'In satoshis: 100 000 000 sat are 1 BTC.'}
      >
        <span className="relative">
          <AmountInput />
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 end-3 flex items-center text-ink-3"
          >
            sat
          </span>
        </span>
      </Field>
      <Field
        label="Reference"
        error={errors.reference?.message}
        hint="Your own name for it, such as an order number. Your customer sees it. May be left empty."
      >
        <Input {...register('reference')} autoComplete="off" placeholder="Order 1042" />
      </Field>
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <Field label="API key" error={errors.key?.message}>
          <Select {...register('key')}>
            {keys.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {key && several && key.network !== 'mainnet' && (
            <p className="text-ink-3 text-small">
              On <NetworkChip network={key.network} />, where coins are worth nothing.
            </p>
          )}
        </Field>
        <Field label="Expires in">
          <Select {...register('expiresIn')}>
            {EXPIRIES.map(([seconds, label]) => (
              <option key={seconds} value={seconds}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
      </div>
    </>
  );
}

function AmountInput() {
  const { register } = useFormContext<PaymentValues>();
  return (
    <Input
      {...register('amount')}
      autoFocus
      inputMode="numeric"
      autoComplete="off"
      className="pe-12 tabular-nums"
    />
  );
}
