import type { Wording } from '@/app/pay/_page/wording';
import { decimalsOf } from '@/lib/domain/currency';
import { type FreeAmount, MAX_CUSTOMER_NOTE_LENGTH, type PayerNote } from '@/lib/domain/link';
import { localeWithLatinDigits } from '@/lib/domain/locale-with-latin-digits';
import { money } from '@/lib/domain/money';
import type { DecimalMark } from '@/lib/domain/typed-number';
import { CustomerField } from './customer-field';
import { isFirstFault, type LinkFormState, type LinkPageView } from './view';

/** Works without JavaScript. */
export function LinkForm({ view }: { view: LinkPageView }) {
  const { link, wording, form, token, challenge } = view;
  const { amount, payerNote, customerFields } = link;
  const priced = amount.kind !== 'sats' && isQuoted(currencyOf(amount));
  return (
    <form method="post" className="link-form" noValidate>
      <input type="hidden" name="token" value={token} />
      {challenge && <input type="hidden" name="proof" data-challenge={challenge} />}
      {amount.kind === 'free' && <AmountField free={amount} wording={wording} form={form} />}
      {(['name', 'email'] as const).map(
        (field) =>
          customerFields?.[field] && (
            <CustomerField
              key={field}
              field={field}
              isRequired={customerFields[field] === 'required'}
              wording={wording}
              form={form}
            />
          ),
      )}
      {payerNote && <NoteField wanted={payerNote} wording={wording} form={form} />}
      {form.notice && (
        <p className="link-notice tone-pending" role="alert">
          {wording.plain(form.notice)}
        </p>
      )}
      <button type="submit" className="btn btn-primary btn-large">
        {wording.plain('linkContinue')}
      </button>
      {priced && <p className="link-foot">{wording.plain('linkRateNote')}</p>}
    </form>
  );
}

/** Whether amounts of the currency are converted to bitcoin. */
const isQuoted = (currency: string) => currency !== 'SATS' && currency !== 'BTC';

function currencyOf(amount: Exclude<LinkPageView['link']['amount'], { kind: 'sats' }>): string {
  return amount.kind === 'free' ? amount.currency : amount.asked.currency;
}

interface FieldProps {
  readonly wording: Wording;
  readonly form: LinkFormState;
}

/** Returns the language's decimal mark, which hints and errors use too. */
function decimalMarkOf({ language }: Wording): DecimalMark {
  return new Intl.NumberFormat(localeWithLatinDigits(language)).format(0.5).includes(',')
    ? ','
    : '.';
}

function AmountField({ free, wording, form }: FieldProps & { free: FreeAmount }) {
  const fault = form.faults?.amount;
  const hint = boundsText(free, wording);
  const error = fault && amountError(fault, free, wording);
  const decimalMark = decimalMarkOf(wording);
  return (
    <div className={error ? 'link-field is-wrong' : 'link-field'}>
      <label htmlFor="amount">{wording.plain('linkAmount')}</label>
      <input type="hidden" name="decimal_mark" value={decimalMark} />
      <div className="link-input" dir="ltr">
        <input
          id="amount"
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          maxLength={30}
          required
          // biome-ignore lint/a11y/noAutofocus: screen readers then read the first error
          autoFocus={Boolean(error)}
          defaultValue={form.amount ?? free.suggested?.replace('.', decimalMark)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'amount-error' : hint ? 'amount-hint' : undefined}
        />
        <span>{free.currency === 'SATS' ? 'sat' : free.currency}</span>
      </div>
      {error ? (
        <p id="amount-error" className="link-error">
          {error}
        </p>
      ) : (
        hint && (
          <p id="amount-hint" className="link-hint">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

function boundsText({ minimum, maximum, currency }: FreeAmount, wording: Wording) {
  const text = (amount: string) => money(amount, currency, localeWithLatinDigits(wording.language));
  if (minimum && maximum) {
    return wording.plain('linkBetween', { minimum: text(minimum), maximum: text(maximum) });
  }
  if (minimum) return wording.plain('linkAtLeast', { minimum: text(minimum) });
  return maximum ? wording.plain('linkAtMost', { maximum: text(maximum) }) : undefined;
}

function amountError(fault: string, free: FreeAmount, wording: Wording): string {
  const outOfBounds = fault === 'below_minimum' || fault === 'above_maximum';
  const bounds = outOfBounds ? boundsText(free, wording) : undefined;
  return bounds ?? wording.plain('linkAmountInvalid', { example: exampleOf(free, wording) });
}

/** Returns an example amount in the language's format, with decimals if the currency has them. */
function exampleOf({ currency }: FreeAmount, { language }: Wording): string {
  const decimals = Math.min(decimalsOf(currency), 3);
  const digits = { minimumFractionDigits: decimals, maximumFractionDigits: decimals };
  return new Intl.NumberFormat(localeWithLatinDigits(language), digits).format(
    decimals > 0 ? 20.5 : 20,
  );
}

function NoteField({ wanted, wording, form }: FieldProps & { wanted: PayerNote }) {
  const fault = form.faults?.note;
  const error =
    fault &&
    wording.plain(fault === 'required' ? 'linkNoteMissing' : 'linkNoteTooLong', {
      count: MAX_CUSTOMER_NOTE_LENGTH,
    });
  return (
    <div className={error ? 'link-field is-wrong' : 'link-field'}>
      <label htmlFor="note" dir="auto">
        {wanted.label ?? wording.rich('linkNote')}{' '}
        {!wanted.required && <small>{wording.plain('linkOptional')}</small>}
      </label>
      <div className="link-input">
        <textarea
          id="note"
          name="note"
          rows={2}
          dir="auto"
          maxLength={MAX_CUSTOMER_NOTE_LENGTH}
          required={wanted.required}
          // biome-ignore lint/a11y/noAutofocus: screen readers then read the first error
          autoFocus={isFirstFault('note', form)}
          defaultValue={form.note}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'note-error' : undefined}
        />
      </div>
      {error && (
        <p id="note-error" className="link-error">
          {error}
        </p>
      )}
    </div>
  );
}
