'use client';

import { useFormContext } from 'react-hook-form';
import { Checkbox, Field, Input, Select, Textarea } from '@/app/_ui/field';
import { languageName } from '@/app/_ui/language-name';
import { LANGUAGES } from '@/lib/domain/language';
import type { PaymentValues } from './payment-values';

const PAGE_LANGUAGES = LANGUAGES.map((language) => ({
  language,
  name: languageName(language),
})).sort((a, b) => a.name.localeCompare(b.name, 'en'));

/** Settings of the payment page, and data for your own programs. */
export function ShopFields() {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  return (
    <>
      <Field label="Page language" error={errors.locale?.message} className="sm:max-w-64">
        <Select {...register('locale')}>
          <option value="">Customer’s browser language</option>
          {PAGE_LANGUAGES.map(({ language, name }) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field
        label="Return URL"
        error={errors.returnUrl?.message}
        hint="Optional. A page of your shop, to which the payment page links. {PAYMENT_ID} is replaced by the payment’s id."
      >
        <Input {...register('returnUrl')} type="url" placeholder="https://shop.example/thanks" />
      </Field>
      <Checkbox
        {...register('returnAutomatically')}
        label="Return automatically"
        hint="3 seconds after your customer sees the payment arrive, unless they choose to stay."
      />
      <Field
        label="Metadata"
        error={errors.metadata?.message}
        hint="Optional, for your own programs. Write a name, a colon and a value on each line. Your customer does not see the metadata."
      >
        <Textarea
          {...register('metadata')}
          rows={3}
          autoComplete="off"
          spellCheck={false}
          placeholder="order: 1042"
        />
      </Field>
    </>
  );
}
