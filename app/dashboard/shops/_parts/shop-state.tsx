import { Badge } from '@/app/_ui/badge';
import { RelativeTime } from '@/app/_ui/time';
import type { ShopResponse } from '@/lib/http/shops/shop-response';
import { EndpointState } from '../../webhooks/_parts/endpoint-state';

/** A problem that blocks events or orders takes precedence over any other state. */
export function ShopState({ shop }: { shop: ShopResponse }) {
  const { last_used_at: used, last_error: error, endpoint } = shop;
  const isUnheard = endpoint?.state === 'failing' || endpoint?.state === 'paused';
  if (isUnheard) return <EndpointState endpoint={endpoint} />;
  const refusedLast = error !== null && (used === null || error.at >= used);
  if (refusedLast) return <Badge tone="failed">Last call refused</Badge>;
  if (endpoint?.state === 'some_fail') return <EndpointState endpoint={endpoint} />;
  if (used === null) return <Badge tone="pending">Waiting for its first call</Badge>;
  return <Badge tone="confirmed">Connected</Badge>;
}

/** Returns the shop's host or, if a person copied the key into the shop, the API key's name. */
export function shopName({ host, store }: ShopResponse): string {
  return host ?? store.name;
}

export function LastRequest({ shop: { last_used_at: iso } }: { shop: ShopResponse }) {
  return iso ? <RelativeTime iso={iso} /> : <span className="text-ink-3">None yet</span>;
}

/** Returns the plugin's permissions as part of a sentence. */
export const permissionsText = ({ may }: ShopResponse) =>
  new Intl.ListFormat('en', { type: 'conjunction' }).format(may);
