import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { overlapBody } from '@/lib/http/key-fields';
import { rotateKey } from '@/lib/keys/rotate-key';

export const POST = dashboardChange(overlapBody, async ({ api, actor, params, body, now }) => {
  const rotated = await rotateKey(api.db, actor, params.id ?? '', body.overlap_seconds, now);
  return {
    api_key: rotated.apiKey,
    previous_valid_until: rotated.previousValidUntil.toISOString(),
  };
});
