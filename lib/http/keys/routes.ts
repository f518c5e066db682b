import { z } from 'zod';
import { MAX_FILE_LENGTH } from '@/lib/bitcoin/wallet-files/recognize-wallet-file';
import type { Member } from '@/lib/domain/actor';
import { canAdminister, canMakeChanges } from '@/lib/domain/roles';
import type { WebhookUrlCheck } from '@/lib/keys/check-default-url';
import { createKey, type NewKey, type NewKeyOfWallet } from '@/lib/keys/create-key';
import { listKeys } from '@/lib/keys/list-keys';
import { listKeysToRotate } from '@/lib/keys/list-keys-to-rotate';
import { previewWallets } from '@/lib/keys/preview-addresses';
import { revealSigningSecret } from '@/lib/keys/reveal-signing-secret';
import { revokeKey } from '@/lib/keys/revoke-key';
import { rotateKey } from '@/lib/keys/rotate-key';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { updateKey } from '@/lib/keys/update-key';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { targetPolicy } from '@/lib/webhooks/transport/target-url';
import type { Api } from '../api';
import { camelCaseKeys } from '../input/names';
import { moment } from '../response-fields';
import { route } from '../route';
import { serializeView } from '../serialize-view';
import { descriptorFields, keyChangesBody, keySettingsFields, rotationBody } from './fields';
import {
  type CreatedKeyResponse,
  createdKeySchema,
  keysSchema,
  walletPreviewSchema,
} from './key-response';

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/keys',
  who: 'member',
  answer: keysSchema,
  async handle({ api, actor, now }) {
    const administer = canAdminister(actor.role);
    const [keys, toRotate] = await Promise.all([
      listKeys(api.db, actor, now),
      administer ? listKeysToRotate(api.db, actor, now) : [],
    ]);
    return serializeView(keysSchema, {
      data: keys,
      toRotate,
      followed: [...api.sources.keys()],
      can: { administer, change: canMakeChanges(actor.role) },
    });
  },
});

const createRoute = route({
  method: 'POST',
  path: '/api/dashboard/keys',
  who: 'member',
  body: z.strictObject({ ...descriptorFields, ...keySettingsFields }),
  answer: createdKeySchema,
  async handle({ api, actor, body, now }) {
    return createOwnKey(api, actor, camelCaseKeys(body), now);
  },
});

/** Creates a key of the member's merchant. */
export async function createOwnKey(
  api: Api,
  actor: Member,
  given: Omit<NewKey, 'merchantId'> | Omit<NewKeyOfWallet, 'merchantId'>,
  now: Date,
): Promise<CreatedKeyResponse> {
  const request = { ...given, merchantId: actor.merchantId };
  const checkUrl = createWebhookUrlCheck(api);
  const created = await createKey(api.db, api.vault, actor, request, now, checkUrl);
  return {
    id: created.id,
    wallet_id: created.walletId,
    api_key: created.apiKey,
    signing_secret: created.signingSecret,
  };
}

/** POST keeps the typed descriptor out of URLs. The descriptor is not stored or logged. */
const previewRoute = route({
  method: 'POST',
  path: '/api/dashboard/keys/preview',
  who: 'member',
  body: z.strictObject(descriptorFields),
  // JSON escapes can double the size of a file.
  maxBodyBytes: 2 * MAX_FILE_LENGTH,
  answer: walletPreviewSchema,
  async handle({ actor, body }) {
    const options = { addressType: body.address_type };
    return serializeView(
      walletPreviewSchema,
      await previewWallets(actor, body.network, body.descriptor, options),
    );
  },
});

const updateRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/keys/{id}',
  who: 'member',
  body: keyChangesBody,
  async handle({ api, actor, params, body, now }) {
    await updateKey(api.db, actor, params.id, camelCaseKeys(body), now, createWebhookUrlCheck(api));
  },
});

const revokeRoute = route({
  method: 'POST',
  path: '/api/dashboard/keys/{id}/revoke',
  who: 'member',
  async handle({ api, actor, params, now }) {
    await revokeKey(api.db, actor, params.id, now);
  },
});

const rotateRoute = route({
  method: 'POST',
  path: '/api/dashboard/keys/{id}/rotate',
  who: 'member',
  body: rotationBody,
  answer: z.strictObject({ api_key: z.string(), previous_valid_until: moment }),
  async handle({ api, actor, params, body, now }) {
    const rotated = await rotateKey(api.db, actor, params.id, body.overlap_seconds, now);
    return {
      api_key: rotated.apiKey,
      previous_valid_until: rotated.previousValidUntil.toISOString(),
    };
  },
});

/** Reveals the signing secret. The method is POST, because the audit log records this. */
const revealRoute = route({
  method: 'POST',
  path: '/api/dashboard/keys/{id}/signing-secret',
  who: 'member',
  answer: z.strictObject({ signing_secret: z.string() }),
  async handle({ api, actor, params, now }) {
    const { id } = params;
    return { signing_secret: await revealSigningSecret(api.db, api.vault, actor, id, now) };
  },
});

const rotateSecretRoute = route({
  method: 'POST',
  path: '/api/dashboard/keys/{id}/signing-secret/rotate',
  who: 'member',
  body: rotationBody,
  answer: z.strictObject({ signing_secret: z.string(), previous_valid_until: moment }),
  async handle({ api: { db, vault }, actor, params, body, now }) {
    const { id } = params;
    const rotated = await rotateSigningSecret(db, vault, actor, id, body.overlap_seconds, now);
    return {
      signing_secret: rotated.signingSecret,
      previous_valid_until: rotated.previousValidUntil.toISOString(),
    };
  },
});

export const dashboardKeyRoutes = [
  listRoute,
  createRoute,
  previewRoute,
  updateRoute,
  revokeRoute,
  rotateRoute,
  revealRoute,
  rotateSecretRoute,
] as const;

function createWebhookUrlCheck({ env }: Api): WebhookUrlCheck {
  return (url) => checkWebhookTarget(url, targetPolicy(env));
}
