'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRouter } from 'next/navigation';
import { FormProvider, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Currency } from '@/lib/domain/currency';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { useChange } from '../../../_data/use-change';
import { SATOSHIS } from '../../../_form/currency-options';
import { CollapsedFields } from '../../../_form/more';
import { revealInvalidFields } from '../../../_form/reveal-field';
import { showFormErrors } from '../../../_form/show-form-errors';
import { DEFAULT_TERMS } from '../../../_form/terms';
import { WithUsableKeys } from '../../../_form/with-usable-keys';
import { useFrame } from '../../../_frame/frame';
import { PageHead } from '../../../_frame/page-head';
import { PAYMENTS, paymentPage } from '../../../_frame/paths';
import { useLeaveWarning } from '../../../_frame/unsaved';
import { CustomerFields } from './customer-fields';
import { MainFields, MoreFields } from './payment-fields';
import {
  PAYMENT_ERROR_FIELDS,
  type PaymentValues,
  paymentBody,
  paymentFormSchema,
} from './payment-values';
import { ShopFields } from './shop-fields';

/** @param lastCurrency null before the user's first choice */
export function NewPayment({ lastCurrency }: { lastCurrency: Currency | null }) {
  return (
    <>
      <PageHead title="Create payment">
        The payment gets its own address and a payment page, whose link you can send to your
        customer.
      </PageHead>
      <WithUsableKeys what="payments" list={PAYMENTS} skeleton={<FormSkeleton />}>
        {(keys) => <PaymentForm keys={keys} lastCurrency={lastCurrency} />}
      </WithUsableKeys>
    </>
  );
}

function FormSkeleton() {
  return (
    <div className="grid max-w-slip gap-5">
      {['amount', 'reference', 'description'].map((field) => (
        <div key={field} className="grid gap-2">
          <Skeleton className="w-28" />
          <Skeleton className="h-9 w-full" />
        </div>
      ))}
    </div>
  );
}

interface Props {
  /** Active keys of followed networks; at least one. */
  readonly keys: readonly KeyResponse[];
  readonly lastCurrency: Currency | null;
}

function PaymentForm({ keys, lastCurrency }: Props) {
  const router = useRouter();
  const ownCurrency = useFrame(({ merchant }) => merchant.display_currency);
  const form = useForm<PaymentValues>({
    resolver: standardSchemaResolver(paymentFormSchema),
    defaultValues: {
      key: keys[0]?.id ?? '',
      amount: '',
      currency: lastCurrency ?? ownCurrency ?? SATOSHIS,
      ...DEFAULT_TERMS,
      tolerance: '0',
      address: '',
      description: '',
      customerName: '',
      customerEmail: '',
      customerReference: '',
      locale: '',
      returnUrl: '',
      returnAutomatically: false,
      metadata: '',
    },
  });
  const create = useChange('POST /api/dashboard/payments', {
    ask: (values: PaymentValues) => ({ body: paymentBody(values, keys) }),
    done: () => 'Payment created.',
    answerFirst: true,
    quiet: true,
  });
  useLeaveWarning(form.formState.isDirty && !create.isSuccess);
  const submit = form.handleSubmit(
    (values) =>
      create.mutate(values, {
        onSuccess: ({ id }) => router.push(paymentPage(id)),
        onError: (error) => showFormErrors(error, form, PAYMENT_ERROR_FIELDS),
      }),
    revealInvalidFields,
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid max-w-[34rem] gap-5">
        <MainFields keys={keys} />
        <CollapsedFields>
          <MoreFields keys={keys} />
          <CustomerFields />
          <ShopFields />
        </CollapsedFields>
        <div className="flex flex-wrap gap-2">
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
