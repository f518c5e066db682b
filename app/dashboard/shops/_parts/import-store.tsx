'use client';

import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { type FieldErrors, type UseFormRegister, useForm } from 'react-hook-form';
import { Button } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Field, Input, Select } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import type { Network } from '@/lib/domain/network';
import { keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { NetworkOptions } from '../../_form/network-options';
import { type ErrorFieldMap, showFormErrors } from '../../_form/show-form-errors';
import { BackLink } from '../../_frame/back-link';
import { PageHead } from '../../_frame/page-head';
import { SHOPS } from '../../_frame/paths';
import { useLeaveWarning } from '../../_frame/unsaved';
import { QueryState } from '../../_list/query-state';
import { ImportPlan } from './import-plan';
import { ImportResult } from './import-result';

interface Values {
  url: string;
  key: string;
  store: string;
  network: Network;
  days: string;
}

const FIELDS: ErrorFieldMap<Values> = {
  network_unavailable: 'network',
  address_network_mismatch: 'network',
};

const ask = ({ days, ...values }: Values) => ({ body: { ...values, days: Number(days) } });

/** Imports a store from BTCPay Server. A check first shows what the import will do. */
export function ImportStore() {
  const query = useQuery(keyQueries.list());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BackLink href={SHOPS} label="Connect a shop" />
      <PageHead title="Coming from BTCPay" aside={false}>
        Import your store: an API key with the same wallet, and its invoices with their addresses.
      </PageHead>
      <QueryState what="The form" query={query} skeleton={<Skeleton className="h-60 w-full" />}>
        {({ can, followed }) =>
          can.administer ? (
            <Steps followed={followed} />
          ) : (
            <EmptyState title="Only owners can import a store.">
              <p>Ask an owner to import the store.</p>
            </EmptyState>
          )
        }
      </QueryState>
    </div>
  );
}

function Steps({ followed }: { followed: readonly Network[] }) {
  const network = followed[0] ?? 'regtest';
  const form = useForm<Values>({
    defaultValues: { url: '', key: '', store: '', network, days: '30' },
  });
  const { errors, isDirty } = form.formState;
  const check = useChange('POST /api/dashboard/imports/btcpay/check', {
    ask,
    refetches: false,
    quiet: true,
  });
  const run = useChange('POST /api/dashboard/imports/btcpay', {
    ask,
    answerFirst: true,
    quiet: true,
  });
  useLeaveWarning(isDirty && !run.isSuccess);
  const onError = (error: Error) => {
    check.reset();
    showFormErrors(error, form, FIELDS);
  };
  if (run.data) return <ImportResult report={run.data} />;
  if (check.data) {
    return (
      <ImportPlan
        report={check.data}
        busy={run.isPending}
        onImport={() => !run.isPending && run.mutate(form.getValues(), { onError })}
        onBack={check.reset}
      />
    );
  }
  return (
    <StoreForm
      register={form.register}
      errors={errors}
      followed={followed}
      busy={check.isPending}
      onSubmit={form.handleSubmit((values) => {
        if (!check.isPending) check.mutate(values, { onError });
      })}
    />
  );
}

interface FormProps {
  readonly register: UseFormRegister<Values>;
  readonly errors: FieldErrors<Values>;
  readonly followed: readonly Network[];
  readonly busy: boolean;
  readonly onSubmit: ComponentProps<'form'>['onSubmit'];
}

function StoreForm({ register, errors, followed, busy, onSubmit }: FormProps) {
  return (
    <form onSubmit={onSubmit} noValidate className="grid max-w-reading gap-6">
      <Field label="BTCPay Server’s URL" error={errors.url?.message}>
        <Input
          mono
          type="url"
          placeholder="https://btcpay.example"
          autoComplete="off"
          {...register('url', { required: 'Enter the URL of BTCPay Server.' })}
        />
      </Field>
      <Field
        label="API key"
        hint="At BTCPay Server: Account, API keys, with “Modify your stores” and “View invoices”. It is used for the import only, and is not stored."
        error={errors.key?.message}
      >
        <Input
          mono
          type="password"
          autoComplete="off"
          {...register('key', { required: 'Enter an API key of BTCPay Server.' })}
        />
      </Field>
      <Field
        label="Store ID"
        hint="At BTCPay Server: Settings, General."
        error={errors.store?.message}
      >
        <Input
          mono
          autoComplete="off"
          {...register('store', { required: 'Enter the store ID.' })}
        />
      </Field>
      <div className="flex flex-wrap items-start gap-4">
        <Field label="Network" error={errors.network?.message} className="grow basis-60">
          <Select {...register('network')}>
            <NetworkOptions followed={followed} />
          </Select>
        </Field>
        <Field label="Days of invoices" error={errors.days?.message} className="grow basis-60">
          <Input
            inputMode="numeric"
            autoComplete="off"
            {...register('days', {
              pattern: { value: /^\s*[1-9]\d{0,3}\s*$/, message: 'Enter a number of days.' },
              required: 'Enter a number of days.',
            })}
          />
        </Field>
      </div>
      <div>
        <Button type="submit" variant="primary" busy={busy}>
          Check
        </Button>
      </div>
    </form>
  );
}
