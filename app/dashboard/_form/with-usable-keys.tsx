'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { canMakeChanges } from '@/lib/domain/roles';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { keyQueries } from '../_data/queries';
import { useFrame } from '../_frame/frame';
import { QueryState } from '../_list/query-state';
import { NoApiKeyNotice } from './no-api-key-notice';
import { usableKeys } from './usable-keys';

interface Props {
  /** What the form creates, in the plural: "payments". */
  readonly what: string;
  readonly list: Route;
  readonly skeleton: ReactNode;
  /** @param keys the result of {@link usableKeys}; at least one */
  readonly children: (keys: readonly KeyResponse[]) => ReactNode;
}

/** Shows a form that needs an API key, or explains why this user cannot use it. */
export function WithUsableKeys({ what, list, skeleton, children }: Props) {
  const { role } = useFrame();
  const query = useQuery(keyQueries.list());
  if (!canMakeChanges(role)) {
    return (
      <EmptyState
        title={`Viewers cannot create ${what}.`}
        action={<ButtonLink href={list}>{`All ${what}`}</ButtonLink>}
      >
        Ask an owner to make you a member.
      </EmptyState>
    );
  }
  return (
    <QueryState what="The API keys" query={query} skeleton={skeleton}>
      {({ data, followed }) => {
        const usable = usableKeys(data, followed);
        return usable.length > 0 ? children(usable) : <NoApiKeyNotice title="No usable API key." />;
      }}
    </QueryState>
  );
}
