'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button-link';
import { Empty } from '@/app/_ui/empty';
import { Skeleton } from '@/app/_ui/skeleton';
import { keyQueries } from '../../../_data/queries';
import { PAYMENTS } from '../../../_frame/nav-items';
import { PageHead } from '../../../_frame/page-head';
import { useFrame } from '../../../_frame/use-frame';
import { ListState } from '../../../_list/list-state';
import { PaymentForm } from './payment-form';

/** Creates a payment by hand, with a link to send to the customer. */
export function NewPayment() {
  const { role } = useFrame();
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Create payment">
        It gets an address of its own and a page to pay on, whose link you can send to your
        customer.
      </PageHead>
      {role === 'viewer' ? (
        <Empty
          title="Viewers cannot create payments."
          action={<ButtonLink href={PAYMENTS}>To the payments</ButtonLink>}
        >
          Ask an owner of this account to make you a member.
        </Empty>
      ) : (
        <ListState what="The API keys" query={query} skeleton={<FormSkeleton />}>
          {({ data, followed }) => {
            const usable = data.filter(
              ({ state, network }) => state === 'active' && followed.includes(network),
            );
            return usable.length > 0 ? <PaymentForm keys={usable} /> : <NoKey />;
          }}
        </ListState>
      )}
    </>
  );
}

function NoKey() {
  return (
    <Empty
      title="There is no API key to create it with."
      action={
        <ButtonLink variant="primary" href={'/dashboard/keys/new' as Route}>
          Create API key
        </ButtonLink>
      }
    >
      A payment belongs to an API key, which says on what network and into which wallet it goes.
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
