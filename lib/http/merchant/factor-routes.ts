import { z } from 'zod';
import { confirmIdentity, proofsOf } from '@/lib/accounts/factors/confirm-identity';
import {
  confirmTotp,
  listFactors,
  removeTotp,
  renewRecoveryCodes,
  startTotp,
} from '@/lib/accounts/factors/totp-factor';
import { passkeySite } from '@/lib/accounts/passkeys/passkey-site';
import { hasRecentFactor } from '@/lib/domain/actor';
import type { ResponseOf } from '../response';
import { moment } from '../response-fields';
import { route } from '../route';
import { serializeView } from '../serialize-view';

const passkeySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  created_at: moment,
  last_used_at: moment.nullable(),
  is_backed_up: z.boolean().meta({ description: 'Whether other devices of the user have it.' }),
});
export type PasskeyResponse = ResponseOf<typeof passkeySchema>;

const factorsSchema = z.strictObject({
  totp_since: moment.nullable(),
  passkeys: z.array(passkeySchema),
  recovery_codes: z.int().meta({ description: 'The number of unused recovery codes.' }),
  can_add_passkeys: z.boolean().meta({ description: 'Whether browsers have passkeys here.' }),
});

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/settings/factors',
  who: 'member',
  answer: factorsSchema,
  async handle({ api, actor }) {
    const [first] = api.env.appUrls;
    const canAddPasskeys = api.env.appUrl === first && passkeySite(first) !== undefined;
    return serializeView(factorsSchema, { ...(await listFactors(api.db, actor)), canAddPasskeys });
  },
});

/** Begins the setup of an authenticator app. The secret is not shown again. */
const startRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/totp',
  who: 'member',
  answer: z.strictObject({ secret: z.string(), uri: z.string() }),
  async handle({ api, actor, now }) {
    return startTotp(api, actor, now);
  },
});

/** Recovery codes are created only with the user's first factor; otherwise this is empty. */
export const codesSchema = z.strictObject({ recovery_codes: z.array(z.string()) });

const confirmRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/totp/confirm',
  who: 'member',
  body: z.strictObject({ code: z.string() }),
  answer: codesSchema,
  async handle({ api, actor, body, now }) {
    return { recovery_codes: await confirmTotp(api, actor, body.code, now) };
  },
});

const removeRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/settings/totp',
  who: 'member',
  async handle({ api, actor, now }) {
    await removeTotp(api.db, actor, now);
  },
});

const renewRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/recovery-codes',
  who: 'member',
  answer: codesSchema,
  async handle({ api, actor, now }) {
    return { recovery_codes: await renewRecoveryCodes(api.db, actor, now) };
  },
});

const proofRoute = route({
  method: 'GET',
  path: '/api/dashboard/session/factor',
  who: 'member',
  answer: z.strictObject({
    recent: z.boolean().meta({
      description: 'Whether a factor was confirmed so recently that none is required now.',
    }),
    proof: z.enum(['password', 'code', 'provider']),
    app: z.boolean().meta({ description: 'Whether the user has an authenticator app.' }),
    passkey: z.boolean().meta({ description: 'Whether a passkey is accepted too.' }),
  }),
  async handle({ api, actor, now }) {
    return { recent: hasRecentFactor(actor, now), ...(await proofsOf(api.db, actor.userId)) };
  },
});

const confirmIdentityRoute = route({
  method: 'POST',
  path: '/api/dashboard/session/factor',
  who: 'member',
  body: z.strictObject({ code: z.string().meta({ description: 'A code, or the password.' }) }),
  async handle({ api, actor, body, now }) {
    await confirmIdentity(api, actor, body.code, now);
  },
});

export const dashboardFactorRoutes = [
  proofRoute,
  confirmIdentityRoute,
  listRoute,
  startRoute,
  confirmRoute,
  removeRoute,
  renewRoute,
] as const;
