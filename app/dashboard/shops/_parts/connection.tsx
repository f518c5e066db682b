'use client';

import { useQuery } from '@tanstack/react-query';
import { Button, ButtonLink } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import type { Figure } from '@/app/_ui/facts';
import { RelativeTime, Stamp } from '@/app/_ui/time';
import type { ShopResponse, ShopsResponse } from '@/lib/http/shops/shop-response';
import { endpointQueries, keyQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { deliveriesToHost, keyPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { useEndpointWords } from '../../webhooks/_parts/endpoint-state';
import { LastCall, ShopBadge, shopName } from './shop-state';
import { TestOrder } from './test-order';

interface Props {
  readonly shop: ShopResponse;
  readonly can: ShopsResponse['can'];
}

/** The state of a connected shop, a test order, and its end. */
export function Connection({ shop, can }: Props) {
  const { host, store, may } = shop;
  return (
    <Section
      title={shopName(shop)}
      note={<ShopBadge shop={shop} />}
      aside={
        <div className="flex flex-wrap gap-2">
          {host && <ButtonLink href={deliveriesToHost(host)}>View webhooks</ButtonLink>}
          <ButtonLink href={keyPage(store.id)}>View API key</ButtonLink>
          {can.administer && <Disconnect shop={shop} />}
        </div>
      }
    >
      <dl className="flex flex-wrap gap-x-4 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 max-md:*:min-w-[calc(50%-0.5rem)] sm:px-5 md:gap-x-12">
        <Word name="Connection" note={`${shop.label}, ${store.name}`}>
          <Stamp iso={shop.created_at} />
        </Word>
        <Word name="Last call from the shop" note={`Key ${shop.prefix}…`}>
          <LastCall shop={shop} />
        </Word>
        {host && <LastEvent host={host} />}
        <LastError shop={shop} />
      </dl>
      {shop.last_error && <p className="max-w-reading text-ink-2">{shop.last_error.text}</p>}
      <p className="max-w-reading text-ink-3 text-small">The key may {list(may)}.</p>
      {can.change && <TestOrder shop={shop} />}
    </Section>
  );
}

const list = (words: readonly string[]) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(words);

function Word({ name, note, children }: Parameters<typeof Figure>[0]) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="font-semibold">{children}</dd>
      {note && <dd className="text-ink-2 text-small">{note}</dd>}
    </div>
  );
}

function LastError({ shop: { last_error: error } }: { shop: ShopResponse }) {
  return error ? (
    <Word name="Last refusal">
      <span className="text-failed">
        <RelativeTime iso={error.at} />
      </span>
    </Word>
  ) : (
    <Word name="Last refusal" note="Nothing to fix">
      <span className="text-ink-3">None</span>
    </Word>
  );
}

/** The state of the shop's own webhook endpoint, which its plugin registers. */
function LastEvent({ host }: { host: string }) {
  const { data } = useQuery(endpointQueries.list(new URLSearchParams({ q: host }).toString()));
  const endpoint = data?.data.find((one) => one.host === host || one.host.split(':')[0] === host);
  if (endpoint) return <EndpointWords endpoint={endpoint} />;
  return (
    <Word name="Last event to the shop" note="Sent with the first order">
      <span className="text-ink-3">None yet</span>
    </Word>
  );
}

function EndpointWords({ endpoint }: { endpoint: Parameters<typeof useEndpointWords>[0] }) {
  const { label, detail } = useEndpointWords(endpoint);
  const at = endpoint.last_event_at;
  return (
    <Word name="Last event to the shop" note={detail ? `${label}, ${detail}` : label}>
      {at ? <RelativeTime iso={at} /> : 'None yet'}
    </Word>
  );
}

function Disconnect({ shop }: { shop: ShopResponse }) {
  const name = shopName(shop);
  const revoke = useChange('POST /api/dashboard/shops/{id}/revoke', {
    ask: () => ({ id: shop.id }),
    changes: [keyQueries.all()],
    done: () => `${name} disconnected.`,
  });
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">Disconnect</Button>}
      title={`Disconnect ${name}?`}
      description={`Its key stops working immediately, so ${shop.label} can create no more orders. Payments that exist are still followed.`}
      confirm="Disconnect"
      busy={revoke.isPending}
      onConfirm={(close) => revoke.mutate(undefined, { onSuccess: close })}
    />
  );
}
