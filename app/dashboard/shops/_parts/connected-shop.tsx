'use client';

import { ButtonLink } from '@/app/_ui/button';
import type { StatItem } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { DateTimeText, RelativeTime } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { ShopResponse, ShopsResponse } from '@/lib/http/shops/shop-response';
import { endpointDeliveriesPage, keyPage, paymentPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { useEndpointWords } from '../../webhooks/_parts/endpoint-state';
import { Disconnect } from './disconnect';
import { LastRequest, permissionsText, ShopState, shopName } from './shop-state';
import { TestOrder } from './test-order';
import { WebhookFix } from './webhook-fix';

interface Props {
  readonly shop: ShopResponse;
  readonly can: ShopsResponse['can'];
}

export function ConnectedShop({ shop, can }: Props) {
  const { store, endpoint } = shop;
  return (
    <Section
      title={shopName(shop)}
      note={<ShopState shop={shop} />}
      aside={
        <div className="flex flex-wrap gap-2">
          {endpoint && (
            <ButtonLink href={endpointDeliveriesPage(endpoint.id)}>View webhooks</ButtonLink>
          )}
          <ButtonLink href={keyPage(store.id)}>View API key</ButtonLink>
          {can.administer && <Disconnect shop={shop} />}
        </div>
      }
    >
      <dl className="flex flex-wrap gap-x-4 gap-y-4 border-rule-5 border-y bg-surface px-4 py-4 max-md:*:min-w-[calc(50%-0.5rem)] sm:px-5 md:gap-x-12">
        <Word name="Connection" note={`${shop.label}, ${store.name}`}>
          <DateTimeText iso={shop.created_at} />
        </Word>
        <Word name="Last call from the shop" note={`Key ${shop.prefix}…`}>
          <LastRequest shop={shop} />
        </Word>
        <LastEvent shop={shop} />
        <LastOrder shop={shop} />
        <Marks shop={shop} />
        <LastError shop={shop} />
      </dl>
      {shop.last_error && (
        <p className="max-w-reading text-ink-2">Last refused request: {shop.last_error.text}</p>
      )}
      {endpoint && <WebhookFix endpoint={endpoint} canChange={can.change} />}
      <p className="max-w-reading text-ink-3 text-small">The key may {permissionsText(shop)}.</p>
      {can.change && <TestOrder shop={shop} />}
    </Section>
  );
}

function Word({ name, note, children }: Parameters<typeof StatItem>[0]) {
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="font-semibold">{children}</dd>
      {note && <dd className="text-ink-2 text-small">{note}</dd>}
    </div>
  );
}

function LastOrder({ shop: { last_order: order } }: { shop: ShopResponse }) {
  return order ? (
    <Word name="Last order" note={<RelativeTime iso={order.created_at} />}>
      <IntentLink href={paymentPage(order.id)} className="text-accent hover:underline">
        {order.reference ?? 'Without a number'}
      </IntentLink>
    </Word>
  ) : (
    <Word name="Last order" note="Appears within seconds">
      <span className="text-ink-3">None yet</span>
    </Word>
  );
}

/** Shows how many invoices the plugin has marked. Their payments keep their own status. */
function Marks({ shop: { marked } }: { shop: ShopResponse }) {
  if (!marked) return null;
  return (
    <Word
      name="Marked by hand"
      note={
        <>
          The last as {marked.mark.toLowerCase()}, <RelativeTime iso={marked.at} />
        </>
      }
    >
      <IntentLink href={paymentPage(marked.payment_id)} className="text-accent hover:underline">
        {countWithNoun(marked.count, 'invoice')}
      </IntentLink>
    </Word>
  );
}

function LastError({ shop: { last_error: error } }: { shop: ShopResponse }) {
  return error ? (
    <Word name="Last refused request">
      <span className="text-failed">
        <RelativeTime iso={error.at} />
      </span>
    </Word>
  ) : (
    <Word name="Last refused request" note="Nothing to fix">
      <span className="text-ink-3">None</span>
    </Word>
  );
}

function LastEvent({ shop: { endpoint, webhooks } }: { shop: ShopResponse }) {
  if (endpoint) return <EndpointWords endpoint={endpoint} />;
  return (
    <Word
      name="Last event to the shop"
      note={webhooks.length > 0 ? 'Sent with the first order' : 'The shop has added no webhook yet'}
    >
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
