'use client';

import { useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useEffect, useRef, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { CodeBlock } from '@/app/_ui/code-block';
import { EmptyState } from '@/app/_ui/empty-state';
import { CopyableSecret, SaveApiKeyWarning } from '@/app/_ui/secret';
import { Skeleton } from '@/app/_ui/skeleton';
import type { CreatedKeyResponse } from '@/lib/http/keys/key-response';
import { keyQueries, walletQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { keyPage, walletAddressPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { discardUnsaved, useLeaveWarning } from '../../_frame/unsaved';
import { QueryState } from '../../_list/query-state';
import { CreateKeyForm } from './create-key-form';

export function CreateKey() {
  const [created, setCreated] = useState<CreatedKeyResponse | null>(null);
  const [wanted] = useQueryState('wallet', parseAsString);
  const query = useQuery(keyQueries.list());
  const wallets = useQuery(walletQueries.list());
  if (created) {
    const wallet = wallets.data?.data.find(({ id }) => id === created.wallet_id);
    return <CreatedKey created={created} mustCompare={wallet?.compared === null} />;
  }
  return (
    <>
      <PageHead title="Create API key" aside={false} />
      <QueryState what="The form" query={query} skeleton={<Skeleton className="h-60 w-full" />}>
        {({ can, followed }) =>
          can.administer ? (
            // The form reads its default wallet only on mount, so it waits for the wallets.
            <QueryState
              what="The wallets"
              query={wallets}
              skeleton={<Skeleton className="h-60 w-full" />}
            >
              {({ data }) => (
                <CreateKeyForm
                  followed={followed}
                  wallets={data.filter(({ network }) => followed.includes(network))}
                  wanted={wanted}
                  onCreated={setCreated}
                />
              )}
            </QueryState>
          ) : (
            <EmptyState title="Only owners can create API keys.">
              <p>Ask an owner to create a key.</p>
            </EmptyState>
          )
        }
      </QueryState>
    </>
  );
}

interface CreatedProps {
  readonly created: CreatedKeyResponse;
  /** Whether no member has compared an address of the key's wallet with the device yet. */
  readonly mustCompare: boolean;
}

/** Shows the new key's two secrets, and a first request that uses the key. */
function CreatedKey({ created, mustCompare }: CreatedProps) {
  const router = useRouter();
  const title = useRef<HTMLHeadingElement>(null);
  useLeaveWarning(true, 'key');
  useEffect(() => {
    title.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  const done = () => {
    discardUnsaved();
    router.push(mustCompare ? walletAddressPage(created.wallet_id) : keyPage(created.id));
  };
  const curl = [
    `curl ${window.location.origin}/v1/btc/payments \\`,
    `  -H 'Authorization: Bearer ${created.api_key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"amount_sats": 25000}'`,
  ].join('\n');
  return (
    <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-6">
      <h1 ref={title} tabIndex={-1} className="text-title outline-none">
        Your new API key
      </h1>
      <SaveApiKeyWarning />
      <CopyableSecret
        label="API key"
        secret={created.api_key}
        hint="Your backend sends the key with every request. Store it with the backend’s secrets, never in a web page or an app."
      />
      <CopyableSecret
        label="signing secret"
        secret={created.signing_secret}
        hint="Your webhook endpoint verifies signatures with this secret. Owners can show it again."
      />
      <Section title="Create a first payment">
        <CodeBlock label="curl command" code={curl} />
      </Section>
      {mustCompare && (
        <p className="text-ink-2">
          Next, compare the first address of the wallet with your device.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={done}>
          I have stored both
        </Button>
      </div>
    </div>
  );
}
