import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { overlapBody } from '@/lib/http/key-fields';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';

export const POST = dashboardChange(overlapBody, async ({ api, actor, params, body, now }) => {
  const { db, vault } = api;
  const id = params.id ?? '';
  const rotated = await rotateSigningSecret(db, vault, actor, id, body.overlap_seconds, now);
  return {
    signing_secret: rotated.signingSecret,
    previous_valid_until: rotated.previousValidUntil.toISOString(),
  };
});
