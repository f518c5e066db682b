import { z } from 'zod';
import { confirmationCeremony, confirmWithPasskey } from '@/lib/accounts/factors/confirm-identity';
import { beginPasskeyCheck } from '@/lib/accounts/passkeys/check-passkey';
import { removePasskey, renamePasskey } from '@/lib/accounts/passkeys/own-passkeys';
import { addPasskey, beginRegistration } from '@/lib/accounts/passkeys/register-passkey';
import { assertionSchema, registrationSchema } from '@/lib/accounts/passkeys/responses';
import { MAX_PASSKEY_NAME_LENGTH } from '@/lib/domain/limits';
import type { Api } from '../api';
import { nameSchema } from '../input/fields';
import { route } from '../route';
import { codesSchema } from './factor-routes';

const depsOf = ({ db, throttle, env }: Api) => ({ db, throttle, appUrl: env.appUrls[0] });

const creationSchema = z.custom<Awaited<ReturnType<typeof beginRegistration>>>(hasChallenge);
const requestSchema = z.custom<Awaited<ReturnType<typeof beginPasskeyCheck>>>(hasChallenge);

function hasChallenge(options: unknown): boolean {
  return z.looseObject({ challenge: z.string() }).safeParse(options).success;
}

const startRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/passkeys/options',
  who: 'member',
  answer: creationSchema,
  async handle({ api, actor, now }) {
    return beginRegistration(depsOf(api), actor, now);
  },
});

const addRoute = route({
  method: 'POST',
  path: '/api/dashboard/settings/passkeys',
  who: 'member',
  body: z.strictObject({ passkey: registrationSchema }),
  answer: codesSchema,
  async handle({ api, actor, body, now }) {
    return { recovery_codes: await addPasskey(depsOf(api), actor, body.passkey, now) };
  },
});

const renameRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/settings/passkeys/{id}',
  who: 'member',
  body: z.strictObject({ name: nameSchema(MAX_PASSKEY_NAME_LENGTH, 'Enter a name.') }),
  async handle({ api, actor, params, body, now }) {
    await renamePasskey(api.db, actor, { id: params.id, name: body.name }, now);
  },
});

const removeRoute = route({
  method: 'DELETE',
  path: '/api/dashboard/settings/passkeys/{id}',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await removePasskey(api.db, actor, params.id, now);
  },
});

const askRoute = route({
  method: 'POST',
  path: '/api/dashboard/session/passkey/options',
  who: 'member',
  answer: requestSchema,
  async handle({ api, actor, now }) {
    return beginPasskeyCheck(depsOf(api), confirmationCeremony(actor), now);
  },
});

const confirmRoute = route({
  method: 'POST',
  path: '/api/dashboard/session/passkey',
  who: 'member',
  body: z.strictObject({ passkey: assertionSchema }),
  async handle({ api, actor, body, visitor, now }) {
    await confirmWithPasskey(depsOf(api), actor, body.passkey, visitor, now);
  },
});

export const dashboardPasskeyRoutes = [
  askRoute,
  confirmRoute,
  startRoute,
  addRoute,
  renameRoute,
  removeRoute,
] as const;
