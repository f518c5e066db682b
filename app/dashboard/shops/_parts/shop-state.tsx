import { Badge, type Tone } from '@/app/_ui/badge';
import { RelativeTime } from '@/app/_ui/time';
import type { ShopResponse } from '@/lib/http/shops/shop-response';

interface StateWords {
  readonly tone: Tone;
  readonly label: string;
}

/** The state of a connection, from the plugin's own last calls. */
function stateOf({ last_used_at: used, last_error: error }: ShopResponse): StateWords {
  const refusedLast = error !== null && (used === null || error.at >= used);
  if (refusedLast) return { tone: 'failed', label: 'Last call refused' };
  if (used === null) return { tone: 'pending', label: 'Waiting for its first call' };
  return { tone: 'confirmed', label: 'Connected' };
}

export function ShopBadge({ shop }: { shop: ShopResponse }) {
  const { tone, label } = stateOf(shop);
  return <Badge tone={tone}>{label}</Badge>;
}

/** The name of a shop: its host, or the API key for a key that was copied. */
export function shopName({ host, store }: ShopResponse): string {
  return host ?? store.name;
}

export function LastCall({ shop: { last_used_at: iso } }: { shop: ShopResponse }) {
  return iso ? <RelativeTime iso={iso} /> : <span className="text-ink-3">None yet</span>;
}
