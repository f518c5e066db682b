'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRouter } from 'next/navigation';
import { FormProvider, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Skeleton } from '@/app/_ui/skeleton';
import type { KeyAnswer } from '@/lib/http/answers/key';
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
import { ShopFields } from './shop-fields';

/** Creates a payment by hand, with a link to send to the customer. */
export function NewPayment() {
  return (
    <>
      <PageHead title="Create payment">
        It gets its own address and a payment page, whose link you can send to your customer.
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
