'use client';

import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useRouter } from 'next/navigation';
import { FormProvider, useForm } from 'react-hook-form';
import { Button } from '@/app/_ui/button';
import { ButtonLink } from '@/app/_ui/button-link';
import { toast } from '@/app/_ui/toast';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { paymentQueries } from '../../../_data/queries';
import { RequestFailed } from '../../../_data/request-failed';
import { useChange } from '../../../_data/use-change';
import { PAYMENTS, paymentPage } from '../../../_frame/nav-items';
import { MainFields } from './main-fields';
import { MoreFields } from './more-fields';
import {
  FORM_FIELDS,
  type PaymentValues,
  paymentBody,
  paymentValues,
  REFUSED_FIELDS,
} from './payment-values';

interface Props {
  /** Those that work, on networks that are followed. At least one. */
  readonly keys: readonly KeyAnswer[];
}

export function PaymentForm({ keys }: Props) {
  const router = useRouter();
  const form = useForm<PaymentValues>({
    resolver: standardSchemaResolver(paymentValues),
    defaultValues: {
      key: keys[0]?.id ?? '',
      amount: '',
      reference: '',
      expiresIn: '3600',
      confirmations: '3',
      tolerance: '0',
      webhookUrl: '',
      address: '',
    },
  });
  const create = useChange('POST /api/dashboard/payments', {
    ask: (values: PaymentValues) => ({ body: paymentBody(values) }),
    changes: [paymentQueries.all()],
    done: () => 'The payment is created. Its link is ready to be sent.',
    quiet: true,
  });
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ id }) => router.push(paymentPage(id)),
      onError: (error) => {
        const refused = refusedFields(error);
        for (const [field, message] of refused) {
          form.setError(field, { message }, { shouldFocus: true });
        }
        if (refused.length === 0) toast.error(error.message);
      },
    }),
  );
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className="grid max-w-[34rem] gap-5">
        <MainFields keys={keys} />
        <MoreFields keys={keys} />
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

/** What the server refused, by the form's fields. */
function refusedFields(error: unknown): (readonly [keyof PaymentValues, string])[] {
  if (!(error instanceof RequestFailed)) return [];
  const named = REFUSED_FIELDS[error.code];
  if (named) return [[named, error.message]];
  return Object.entries(error.fields).flatMap(([name, message]) => {
    const field = FORM_FIELDS[name];
    return field ? [[field, message] as const] : [];
  });
}
