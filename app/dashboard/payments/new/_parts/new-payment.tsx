'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRouter } from 'next/navigation';
import { FormProvider, useForm, useFormContext } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Checkbox, Field, Input, Select, Textarea } from '@/app/_ui/field';
import { languageName } from '@/app/_ui/language-name';
import { Skeleton } from '@/app/_ui/skeleton';
import { LANGUAGES } from '@/lib/domain/language';
import type { KeyAnswer } from '@/lib/http/keys/key-answer';
import { paymentQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';
import { SATOSHIS } from '../../../_form/currency-options';
import { placeErrors } from '../../../_form/place-errors';
import { NO_TERMS } from '../../../_form/terms';
import { WithUsableKeys } from '../../../_form/with-usable-keys';
import { PageHead } from '../../../_frame/page-head';
import { PAYMENTS, paymentPage } from '../../../_frame/paths';
import { useUnsaved } from '../../../_frame/unsaved';
import { MainFields, MoreFields } from './payment-fields';
import { PAYMENT_FIELDS, type PaymentValues, paymentBody, paymentValues } from './payment-values';

export function NewPayment() {
  return (
    <>
      <PageHead title="Create payment">
        The payment gets its own address and a payment page, whose link you can send to your
        customer.
      </PageHead>
      <WithUsableKeys what="payments" list={PAYMENTS} skeleton={<FormSkeleton />}>
        {(keys) => <PaymentForm keys={keys} />}
      </WithUsableKeys>
    </>
  );
}

function FormSkeleton() {
  return (
    <div className="grid max-w-slip gap-5">
      {['amount', 'reference', 'expiry', 'confirmations'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  );
}

interface Props {
  /** The active keys of followed networks; at least one. */
  readonly keys: readonly KeyAnswer[];
}

function PaymentForm({ keys }: Props) {
  const router = useRouter();
  const form = useForm<PaymentValues>({
    resolver: standardSchemaResolver(paymentValues),
    defaultValues: {
      key: keys[0]?.id ?? '',
      amount: '',
      currency: SATOSHIS,
      ...NO_TERMS,
      tolerance: '0',
      address: '',
      description: '',
      locale: '',
      returnUrl: '',
      returnAutomatically: false,
      metadata: '',
    },
  });
  const create = useChange('POST /api/dashboard/payments', {
    ask: (values: PaymentValues) => ({ body: paymentBody(values, keys) }),
    changes: [paymentQueries.all()],
    done: () => 'Payment created.',
    quiet: true,
  });
  useUnsaved(form.formState.isDirty && !create.isSuccess);
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ id }) => router.push(paymentPage(id)),
      onError: (error) => placeErrors(error, PAYMENT_FIELDS, form.setError),
    }),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid max-w-[34rem] gap-5">
        <MainFields keys={keys} />
        <MoreFields keys={keys} />
        <ShopFields />
        <div className="flex flex-wrap gap-2 border-t pt-5">
          <Button type="submit" variant="primary" busy={create.isPending || create.isSuccess}>
            Create payment
          </Button>
          <ButtonLink variant="plain" href={PAYMENTS}>
            Back
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}

/** The languages of the payment page and their names, by name. */
const PAGE_LANGUAGES = LANGUAGES.map((language) => ({
  language,
  name: languageName(language),
})).sort((a, b) => a.name.localeCompare(b.name, 'en'));

function ShopFields() {
  const { register, formState } = useFormContext<PaymentValues>();
  const { errors } = formState;
  return (
    <>
      <Field
        label="Page language"
        error={errors.locale?.message}
        hint="“Your customer’s” is the language of their browser."
        className="sm:max-w-64"
      >
        <Select {...register('locale')}>
          <option value="">Your customer’s</option>
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
        hint="Optional. Where the payment page leads back to. {PAYMENT_ID} is replaced by the payment’s id."
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
        hint="Optional, for your own programs: a name and a value on each line. Your customer does not see the metadata."
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
