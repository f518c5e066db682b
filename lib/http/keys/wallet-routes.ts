import { z } from 'zod';
import { MAX_CHILD_INDEX } from '@/lib/bitcoin/derivation-path';
import { addWallet } from '@/lib/keys/add-wallet';
import { findOwnWallet } from '@/lib/keys/find-or-add-wallet';
import { listWallets } from '@/lib/keys/list-wallets';
import { recordDeviceComparison } from '@/lib/keys/record-device-comparison';
import { renameWallet } from '@/lib/keys/rename-wallet';
import { walletAddress } from '@/lib/keys/wallet-address';
import { exportLabels, type WalletLabel } from '@/lib/payments/views/export-labels';
import { attachmentHeader } from '../attachment-header';
import { createBodyStream, type WriteBodyPart } from '../create-body-stream';
import { integerParameter, nameSchema, wholeNumber } from '../input/fields';
import { camelCaseKeys } from '../input/names';
import { Reply, route } from '../route';
import { serializeView } from '../serialize-view';
import { descriptorFields, keySettingsFields } from './fields';
import { createdKeySchema, walletAddressSchema, walletsSchema } from './key-response';
import { createOwnKey } from './routes';

const MAX_NAME = 80;
const nameField = { name: nameSchema(MAX_NAME, 'Enter a name.') };

const listRoute = route({
  method: 'GET',
  path: '/api/dashboard/wallets',
  who: 'member',
  answer: walletsSchema,
  async handle({ api, actor, now }) {
    return serializeView(walletsSchema, { data: await listWallets(api.db, actor, now) });
  },
});

const addRoute = route({
  method: 'POST',
  path: '/api/dashboard/wallets',
  who: 'member',
  body: z.strictObject({ ...descriptorFields, ...nameField }),
  answer: z.strictObject({ id: z.string() }),
  async handle({ api, actor, body, now }) {
    return { id: await addWallet(api.db, actor, camelCaseKeys(body), now) };
  },
});

const renameRoute = route({
  method: 'PATCH',
  path: '/api/dashboard/wallets/{id}',
  who: 'member',
  body: z.strictObject(nameField),
  async handle({ api, actor, params, body, now }) {
    await renameWallet(api.db, actor, params.id, body.name, now);
  },
});

const createKeyRoute = route({
  method: 'POST',
  path: '/api/dashboard/wallets/{id}/keys',
  who: 'member',
  body: z.strictObject(keySettingsFields),
  answer: createdKeySchema,
  async handle({ api, actor, params, body, now }) {
    return createOwnKey(api, actor, { walletId: params.id, ...camelCaseKeys(body) }, now);
  },
});

const addressRoute = route({
  method: 'GET',
  path: '/api/dashboard/wallets/{id}/address',
  who: 'member',
  query: z.strictObject({ index: integerParameter(0, MAX_CHILD_INDEX).default(0) }),
  answer: walletAddressSchema,
  async handle({ api, actor, params, query }) {
    return serializeView(
      walletAddressSchema,
      await walletAddress(api.db, actor, params.id, query.index),
    );
  },
});

/** Records that the merchant's device shows the same address at an index. */
const compareRoute = route({
  method: 'POST',
  path: '/api/dashboard/wallets/{id}/compare',
  who: 'member',
  body: z.strictObject({ index: wholeNumber(0, MAX_CHILD_INDEX) }),
  async handle({ api, actor, params, body, now }) {
    await recordDeviceComparison(api.db, actor, params.id, body.index, now);
  },
});

/** Labels for the merchant's wallet software, as JSON Lines (BIP 329). */
const labelsRoute = route({
  method: 'GET',
  path: '/api/dashboard/wallets/{id}/labels',
  who: 'member',
  answer: z.string(),
  async handle({ api, actor, params, requestId }) {
    const { id, name } = await findOwnWallet(api.db, actor.merchantId, params.id);
    const produce = (write: WriteBodyPart) =>
      exportLabels(api.db, actor, id, (part) => write(part.map(labelLine).join('')));
    const body = await createBodyStream(produce, (error) => {
      api.log.error({ err: error, request_id: requestId }, 'export failed');
    });
    return new Reply(200, body, {
      // JSON Lines has no registered media type.
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': attachmentHeader(`${name} labels`, 'jsonl'),
    });
  },
});

function labelLine({ type, ref, label, value, height }: WalletLabel): string {
  const more = { ...(value !== null && { value }), ...(height !== null && { height }) };
  return `${JSON.stringify({ type, ref, label, ...more })}\n`;
}

export const dashboardWalletRoutes = [
  listRoute,
  addRoute,
  renameRoute,
  createKeyRoute,
  addressRoute,
  compareRoute,
  labelsRoute,
] as const;
