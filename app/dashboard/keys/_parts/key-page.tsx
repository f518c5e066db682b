'use client';

import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/app/_ui/button';
import { Fact, FactList } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { NetworkChip } from '@/app/_ui/network';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { KEYS, keyRequestsPage, walletRowLink } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { DetailPage } from '../../_list/detail-page';
import { EditKeyForm } from './edit-key-form';
import { KeySecrets } from './key-secrets';
import { KeyBadge } from './keys';
import { PluginsOfKey } from './plugin-keys';

export function KeyPage({ id }: { id: string }) {
  const query = useQuery({
    ...keyQueries.list(),
    select: ({ data, can }) => {
      const apiKey = data.find((key) => key.id === id);
      return apiKey ? { apiKey, administer: can.administer } : null;
    },
  });
  return (
    <DetailPage
      what="API key"
      query={query}
      skeleton={<KeyPageSkeleton />}
      back={{ href: KEYS, label: 'API keys' }}
      all={{ href: KEYS, label: 'All API keys' }}
      missing="The key may belong to another of your merchants. Switch merchants in the menu at the top left."
    >
      {(found) => <Found {...found} />}
    </DetailPage>
  );
}

function Found({ apiKey: key, administer }: { apiKey: KeyResponse; administer: boolean }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <PageHead
        title={key.name}
        actions={<ButtonLink href={keyRequestsPage(key.id)}>View requests</ButtonLink>}
        aside={
          <>
            <KeyBadge state={key.state} />
            <NetworkChip network={key.network} />
          </>
        }
      />
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-8">
        <Facts apiKey={key} />
        <KeySecrets apiKey={key} administer={administer} />
        <PluginsOfKey keyId={key.id} />
        <Section title="Settings">
          <EditKeyForm key={key.id} apiKey={key} editable={administer && key.state !== 'revoked'} />
        </Section>
      </div>
    </div>
  );
}

function Facts({ apiKey: key }: { apiKey: KeyResponse }) {
  return (
    <FactList>
      <Fact name="Id">
        <span className="mono">{key.id}</span>
      </Fact>
      <Fact name="Wallet">
        <IntentLink href={walletRowLink(key.wallet.id)} className="text-accent hover:underline">
          {key.wallet.name}
        </IntentLink>
      </Fact>
      <Fact name="Created">
        <RelativeTime iso={key.created_at} />
      </Fact>
      <Fact name="Last used">
        {key.last_used_at ? <RelativeTime iso={key.last_used_at} /> : 'Never'}
      </Fact>
      {key.expires_at && (
        <Fact name={key.state === 'expired' ? 'Expired' : 'Expires'}>
          <RelativeTime iso={key.expires_at} upcoming />
        </Fact>
      )}
      {key.revoked_at && (
        <Fact name="Revoked">
          <RelativeTime iso={key.revoked_at} />
        </Fact>
      )}
    </FactList>
  );
}

function KeyPageSkeleton() {
  return (
    <div className="grid max-w-reading gap-4">
      <Skeleton className="h-7 w-52" />
      <Skeleton className="w-80" />
      <Skeleton className="w-72" />
      <Skeleton className="mt-6 h-24 w-full" />
      <Skeleton className="mt-6 h-48 w-full" />
    </div>
  );
}
