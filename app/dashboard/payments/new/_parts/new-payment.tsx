'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { useRouter } from 'next/navigation';
import { FormProvider, useForm } from 'react-hook-form';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { Skeleton } from '@/app/_ui/skeleton';
import { toast } from '@/app/_ui/toast';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { keyQueries, paymentQueries } from '../../../_data/queries';
import { RequestFailed } from '../../../_data/request-failed';
import { useChange } from '../../../_data/use-change';
import { SATOSHIS } from '../../../_form/currency-options';
import { useFrame } from '../../../_frame/frame';
import { PAYMENTS, paymentPage } from '../../../_frame/nav-items';
import { PageHead } from '../../../_frame/page-head';
import { QueryState } from '../../../_list/query-state';
import { MainFields, MoreFields } from './payment-fields';
import {
  FIELD_OF_CODE,
  FIELD_OF_PARAMETER,
  type PaymentValues,
  paymentBody,
  paymentValues,
} from './payment-values';
import { ShopFields } from './shop-fields';

/** Creates a payment by hand, with a link to send to the customer. */
export function NewPayment() {
  const { role } = useFrame();
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Create payment">
        It gets its own address and a payment page, whose link you can send to your customer.
      </PageHead>
      {role === 'viewer' ? (
        <Empty
          title="Viewers cannot create payments."
          action={<ButtonLink href={PAYMENTS}>All payments</ButtonLink>}
        >
          Ask an owner to make you a member.
        </Empty>
      ) : (
        <QueryState what="The API keys" query={query} skeleton={<FormSkeleton />}>
          {({ data, followed }) => {
            const usable = data.filter(
              ({ state, network }) => state === 'active' && followed.includes(network),
            );
            return usable.length > 0 ? <PaymentForm keys={usable} /> : <NoKey />;
          }}
        </QueryState>
      )}
    </>
  );
}

function NoKey() {
  return (
    <Empty
      title="No usable API key."
      action={
        <ButtonLink variant="primary" href={'/dashboard/keys/new' as Route}>
          Create API key
        </ButtonLink>
      }
    >
      Every payment belongs to an API key, which sets its network and wallet.
    </Empty>
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
      reference: '',
      expiresIn: '3600',
      confirmations: '3',
      tolerance: '0',
      webhookUrl: '',
      address: '',
      description: '',
      locale: '',
      returnUrl: '',
      returnAutomatically: false,
      metadata: '',
    },
  });
  const create = useChange('POST /api/dashboard/payments', {
    ask: (values: PaymentValues) => ({ body: paymentBody(values) }),
    changes: [paymentQueries.all()],
    done: () => 'Payment created.',
    quiet: true,
  });
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ id }) => router.push(paymentPage(id)),
      onError: (error) => {
        const failed = fieldErrors(error);
        for (const [field, message] of failed) {
          form.setError(field, { message }, { shouldFocus: true });
        }
        if (failed.length === 0) toast.error(error.message);
      },
    }),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid max-w-[34rem] gap-5">
        <MainFields keys={keys} />
        <MoreFields keys={keys} />
        <ShopFields />
        <div className="flex flex-wrap gap-2 border-t pt-5">
          <Button type="submit" variant="primary" busy={create.isPending}>
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

/** The server's errors by form field. */
function fieldErrors(error: unknown): (readonly [keyof PaymentValues, string])[] {
  if (!(error instanceof RequestFailed)) return [];
  const named = FIELD_OF_CODE[error.code];
  if (named) return [[named, error.message]];
  return Object.entries(error.fields).flatMap(([name, message]) => {
    const field = FIELD_OF_PARAMETER[name];
    return field ? [[field, message] as const] : [];
  });
}
