'use client';

import { useQuery } from '@tanstack/react-query';
import { useFormContext, useWatch } from 'react-hook-form';
import { Amount, BtcAmount } from '@/app/_ui/amount';
import { Field, Input, Select } from '@/app/_ui/field';
import { isCurrency } from '@/lib/domain/currency';
import { money } from '@/lib/domain/money';
import type { Network } from '@/lib/domain/network';
import { minorUnits, priceToSats, unitRate } from '@/lib/domain/price';
import { parseRate, type Rate } from '@/lib/domain/rate';
import { normalizeDecimal } from '../../../_data/normalize-decimal';
import { parseTypedSats } from '../../../_data/parse-typed-sats';
import { rateQuery } from '../../../_data/queries';
import { CurrencyOptions, SATOSHIS, usePricedCurrencies } from '../../../_form/currency-options';
import { useFrame } from '../../../_frame/frame';
import type { PaymentValues } from './payment-values';

interface Props {
  readonly network: Network | undefined;
  /** The smallest amount that wallets send to the payment's address, if known. */
  readonly least: number | undefined;
}

export function AmountFields({ network, least }: Props) {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  const own = useFrame(({ merchant }) => merchant.display_currency);
  const chosen = useWatch<PaymentValues, 'currency'>({ name: 'currency' });
  const priced = usePricedCurrencies(network, chosen);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_minmax(0,11rem)] items-start gap-x-3">
      <Field
        label="Amount"
        error={errors.amount?.message}
        hint={<AmountHint network={network} least={least} />}
        className="col-start-1"
      >
        <Input
          {...register('amount')}
          autoFocus
          inputMode="decimal"
          autoComplete="off"
          className="tabular-nums"
        />
      </Field>
      <Field label="Currency" error={errors.currency?.message}>
        <Select {...register('currency', { deps: 'amount' })}>
          <CurrencyOptions sats={{ value: SATOSHIS, label: 'sat' }} own={own} priced={priced} />
        </Select>
      </Field>
    </div>
  );
}

function AmountHint({ network, least }: Props) {
  const [amount, currency] = useWatch<PaymentValues, ['amount', 'currency']>({
    name: ['amount', 'currency'],
  });
  const own = isCurrency(currency) ? unitRate(currency) : undefined;
  const needsRate = own === undefined;
  const rate = useQuery({
    ...rateQuery(currency, network ?? 'regtest'),
    enabled: needsRate && network !== undefined,
  });
  if (currency === SATOSHIS) {
    const sats = parseTypedSats(amount);
    if (!sats) return 'In satoshis. 100 000 000 sat = 1 BTC.';
    return <Worth sats={sats} least={least} />;
  }
  if (needsRate && rate.error) return <span className="text-failed">{rate.error.message}</span>;
  if (needsRate && !rate.data) return 'Loading the rate …';
  const sats = inSats(
    amount,
    currency,
    own ?? parseRate(rate.data?.rate ?? ''),
    rate.data?.spread_ppm,
  );
  return (
    <>
      {sats ? <Worth sats={sats} least={least} /> : null}
      {needsRate && rate.data && (
        <span className="block">
          1 BTC = {money(rate.data.rate, currency, 'en')} now. The rate is fixed when you create the
          payment.
        </span>
      )}
    </>
  );
}

function inSats(typed: string, currency: string, rate: Rate | undefined, spreadPpm = 0) {
  if (!isCurrency(currency) || rate === undefined) return undefined;
  const units = minorUnits({ amount: normalizeDecimal(typed), currency });
  return units === undefined ? undefined : priceToSats(units, currency, rate, spreadPpm);
}

/**
 * Shows an amount in BTC and in satoshis, with a warning if it is too small for wallets to send.
 */
function Worth({ sats, least = 0 }: { sats: number; least?: number | undefined }) {
  return (
    <>
      <Amount sats={sats} />, <BtcAmount sats={sats} />
      {sats < least && (
        <span className="block text-pending">
          Too small: wallets do not send less than {least} sat to this address.
        </span>
      )}
    </>
  );
}
