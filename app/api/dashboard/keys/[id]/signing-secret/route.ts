import { dashboardChange } from '@/lib/http/adapt-dashboard';
import { noFields } from '@/lib/http/read-input';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';

/** Shows the signing secret. A change, not a read: that it was shown is written down. */
export const POST = dashboardChange(noFields, async ({ api, actor, params, now }) => ({
  signing_secret: await revealSigningSecret(api.db, api.vault, actor, params.id ?? '', now),
}));
