'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button-link';
import { Empty } from '@/app/_ui/empty';
import { keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { ListState } from '../../_list/list-state';
import { KeySkeleton, KeyTable } from './key-table';

const create = (
  <ButtonLink variant="primary" href={'/dashboard/keys/new' as Route}>
    Create API key
  </ButtonLink>
);

/** The API keys of the shop. */
export function Keys() {
  const query = useQuery(keyQueries.list());
  const { data } = query;
  const canCreate = data?.can.administer ?? false;
  return (
    <>
      <PageHead title="API keys" actions={canCreate && data?.data.length !== 0 && create}>
        Your shop’s server sends one with every request. A key belongs to one network and one
        wallet, and sees the payments it created.
      </PageHead>
      <ListState what="The API keys" query={query} skeleton={<KeySkeleton />}>
        {({ data: keys }) =>
          keys.length > 0 ? (
            <KeyTable keys={keys} />
          ) : (
            <Empty title="No API keys yet." action={canCreate && create}>
              <p>
                {canCreate
                  ? 'Create one with the public descriptor of the wallet that shall receive the money. Blocktally never needs a key that can spend.'
                  : 'An owner of this shop can create one.'}
              </p>
            </Empty>
          )
        }
      </ListState>
    </>
  );
}
