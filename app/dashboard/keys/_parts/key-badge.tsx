import { Badge } from '@/app/_ui/badge';
import type { KeyAnswer } from '@/lib/http/answers/key';

/** Whether a key works. */
export function KeyBadge({ state }: { state: KeyAnswer['state'] }) {
  if (state === 'active') return <Badge tone="confirmed">Active</Badge>;
  if (state === 'expired') return <Badge tone="idle">Expired</Badge>;
  return <Badge tone="failed">Revoked</Badge>;
}
