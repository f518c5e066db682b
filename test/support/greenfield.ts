import { greenfieldKey } from '@/db/schema/greenfield';
import { newId } from '@/lib/domain/ids';
import { ALL_PERMISSIONS } from '@/lib/greenfield/permissions';
import { displayPrefix, hashKey, newApiKey } from '@/lib/keys/key-format';
import { withSeal } from '@/lib/keys/seal';
import type { TestApi, TestRequest, TestResponse } from './api';
import type { TestDatabase } from './database';
import type { TestKey } from './factories';

interface Pairing {
  readonly id: string;
  readonly token: string;
}

export async function createPairing(
  base: Pick<TestDatabase, 'db'>,
  { id: apiKeyId }: Pick<TestKey, 'id'>,
  permissions: readonly string[] = ALL_PERMISSIONS,
  label = 'Test plugin',
  redirectUrl?: string,
): Promise<Pairing> {
  const token = newApiKey('regtest');
  const id = newId('pairing');
  await base.db.insert(greenfieldKey).values({
    id,
    ...withSeal('greenfield_key', { apiKeyId, hash: hashKey(token) }),
    prefix: displayPrefix(token),
    label,
    redirectUrl,
    permissions: [...permissions],
    createdAt: new Date(),
  });
  return { id, token };
}

type Ask = Omit<TestRequest, 'path' | 'method' | 'key'>;

/** Calls BTCPay's API like a plugin: `call('POST', 'stores/…/invoices', { body })`. */
export function createPluginSender(api: TestApi, token: string, scheme = 'token') {
  return (method: string, path: string, ask: Ask = {}): Promise<TestResponse> =>
    api.call({
      ...ask,
      method,
      path: `/api/v1/${path}`,
      headers: { authorization: `${scheme} ${token}`, ...ask.headers },
    });
}
