'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty } from '@/app/_ui/empty';
import { Skeleton } from '@/app/_ui/skeleton';
import type { CreatedKeyAnswer } from '@/lib/http/answers/key';
import { keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { ListState } from '../../_list/list-state';
import { CreateKeyForm } from './create-key-form';
import { CreatedKey } from './created-key';

/** Makes an API key and shows its two secrets, once. */
export function CreateKey() {
  const [created, setCreated] = useState<CreatedKeyAnswer | null>(null);
  const query = useQuery(keyQueries.list());
  if (created) return <CreatedKey created={created} />;
  return (
    <>
      <PageHead title="Create API key" aside={false} />
      <ListState
        what="What this server follows"
        query={query}
        skeleton={<Skeleton className="h-60 w-full" />}
      >
        {({ can, followed }) =>
          can.administer ? (
            <CreateKeyForm followed={followed} onCreated={setCreated} />
          ) : (
            <Empty title="Only owners create API keys.">
              <p>Ask an owner of this shop.</p>
            </Empty>
          )
        }
      </ListState>
    </>
  );
}
