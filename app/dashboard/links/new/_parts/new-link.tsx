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
import { keyQueries, linkQueries } from '../../../_data/queries';
import { RequestFailed } from '../../../_data/request-failed';
import { useChange } from '../../../_data/use-change';
import { useFrame } from '../../../_frame/frame';
import { LINKS, linkPage } from '../../../_frame/nav-items';
import { PageHead } from '../../../_frame/page-head';
import { QueryState } from '../../../_list/query-state';
import { AskFields, LimitFields } from './link-fields';
import {
  FIELD_OF_CODE,
  FIELD_OF_PARAMETER,
  type LinkValues,
  linkBody,
  linkValues,
  NO_LINK,
} from './link-values';
import { TermsFields } from './terms-fields';

/** Creates a payment link. */
export function NewLink() {
  const { role } = useFrame();
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Create payment link">
        A page with an address of its own. Each customer who continues there gets a payment with a
        new Bitcoin address.
      </PageHead>
      {role === 'viewer' ? (
        <Empty
          title="Viewers cannot create payment links."
          action={<ButtonLink href={LINKS}>All payment links</ButtonLink>}
        >
          Ask an owner to make you a member.
        </Empty>
      ) : (
        <QueryState what="The API keys" query={query} skeleton={<Skeleton className="h-9 w-80" />}>
          {({ data, followed }) => {
            const usable = data.filter(
              ({ state, network }) => state === 'active' && followed.includes(network),
            );
            return usable.length > 0 ? <LinkForm keys={usable} /> : <NoKey />;
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

/** @param keys the active keys of followed networks; at least one */
function LinkForm({ keys }: { keys: readonly KeyAnswer[] }) {
  const router = useRouter();
  const form = useForm<LinkValues>({
    resolver: standardSchemaResolver(linkValues),
    defaultValues: { ...NO_LINK, key: keys[0]?.id ?? '' },
  });
  const create = useChange('POST /api/dashboard/payment-links', {
    ask: (values: LinkValues) => ({ body: linkBody(values) }),
    changes: [linkQueries.all()],
    done: () => 'Payment link created.',
    quiet: true,
  });
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ id }) => router.push(linkPage(id)),
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
        <AskFields />
        <LimitFields />
        <TermsFields keys={keys} />
        <div className="flex flex-wrap gap-2 border-t pt-5">
          <Button type="submit" variant="primary" busy={create.isPending}>
            Create payment link
          </Button>
          <ButtonLink variant="plain" href={LINKS}>
            Back
          </ButtonLink>
        </div>
      </form>
    </FormProvider>
  );
}

/** The server's errors by form field. */
function fieldErrors(error: unknown): (readonly [keyof LinkValues, string])[] {
  if (!(error instanceof RequestFailed)) return [];
  const named = FIELD_OF_CODE[error.code];
  if (named) return [[named, error.message]];
  return Object.entries(error.fields).flatMap(([name, message]) => {
    const field = FIELD_OF_PARAMETER[name];
    return field ? [[field, message] as const] : [];
  });
}
