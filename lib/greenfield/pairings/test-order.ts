import { and, eq, isNull } from 'drizzle-orm';
import { apiKey, merchant } from '@/db/schema/accounts';
import { greenfieldKey } from '@/db/schema/greenfield';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import { newId } from '@/lib/domain/ids';
import type { Network } from '@/lib/domain/network';
import { Problem } from '@/lib/domain/problems';
import type { Api } from '@/lib/http/api';
import type { ApiResponse } from '@/lib/http/api-request';
import { isKeyVisibleTo } from '@/lib/keys/key-conditions';
import { displayPrefix, hashKey, newApiKey } from '@/lib/keys/key-format';
import { withSeal } from '@/lib/keys/seal';
import { detectPlugin } from '../find-plugin';
import { serveGreenfield } from '../serve';

interface Call {
  /** Method and path of the request, such as "POST stores/{store}/invoices". */
  readonly call: string;
  readonly status: number;
}

export interface TestOrder {
  readonly network: Network;
  readonly calls: readonly Call[];
  /** The order's payment; null when a call was refused before the payment was created. */
  readonly paymentId: string | null;
  readonly checkoutUrl: string | null;
  /** Why the last call was refused; null if every call succeeded. */
  readonly refusal: string | null;
}

/**
 * Makes a test order: sends a plugin's requests to this API, with the plugin's permissions. The
 * requests use a temporary key, because the server stores only a hash of the plugin's key.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`
 */
export async function makeTestOrder(
  api: Api,
  actor: Member,
  pairingId: string,
  now: Date,
): Promise<TestOrder> {
  assertMayChange(actor);
  const { db } = api;
  const [pairing] = await db
    .select({ row: greenfieldKey, network: apiKey.network, currency: merchant.displayCurrency })
    .from(greenfieldKey)
    .innerJoin(apiKey, eq(apiKey.id, greenfieldKey.apiKeyId))
    .innerJoin(merchant, eq(merchant.id, apiKey.merchantId))
    .where(
      and(eq(greenfieldKey.id, pairingId), isKeyVisibleTo(actor), isNull(greenfieldKey.revokedAt)),
    );
  if (!pairing) throw new Problem('not_found', 'There is no connection with this id.');
  const { row, network, currency } = pairing;
  const token = newApiKey(network);
  const id = newId('pairing');
  await db.insert(greenfieldKey).values({
    ...withSeal('greenfield_key', { ...row, hash: hashKey(token) }),
    id,
    prefix: displayPrefix(token),
    label: `${row.label}, test order`,
    applicationIdentifier: null,
    createdBy: actor.userId,
    createdAt: now,
    lastError: null,
  });
  try {
    const order = currency ? { amount: '1.00', currency } : { amount: '5000', currency: 'SATS' };
    const made = await play(api, detectPlugin(row).calls, { token, store: row.apiKeyId, order });
    return { network, ...made };
  } finally {
    await db.delete(greenfieldKey).where(eq(greenfieldKey.id, id));
  }
}

interface Play {
  readonly token: string;
  readonly store: string;
  readonly order: { readonly amount: string; readonly currency: string };
}

async function play(
  api: Api,
  calls: readonly string[],
  { token, store, order }: Play,
): Promise<Omit<TestOrder, 'network'>> {
  const made: Call[] = [];
  let invoice: { readonly id: string; readonly checkoutLink: string } | undefined;
  let refusal: string | null = null;
  for (const call of calls) {
    const [method = '', pattern = ''] = call.split(' ');
    const path = pattern
      .replace('{store}', store)
      .replace('{invoice}', invoice?.id ?? '')
      .replace('{currency}', order.currency);
    const body = { ...order, metadata: { orderId: 'Test order', itemDesc: 'Test order' } };
    const response = await ask(api, token, method, path, body);
    made.push({ call, status: response.status });
    if (response.status !== 200) {
      refusal = refusalIn(response);
      break;
    }
    if (method === 'POST') invoice = JSON.parse(response.body);
  }
  return {
    calls: made,
    paymentId: invoice?.id ?? null,
    checkoutUrl: invoice?.checkoutLink ?? null,
    refusal,
  };
}

function ask(api: Api, token: string, method: string, target: string, body: object) {
  const url = new URL(`/api/v1/${target}`, api.env.appUrl);
  const sent = method === 'GET' ? null : JSON.stringify(body);
  return serveGreenfield(api, {
    method,
    path: url.pathname,
    query: url.searchParams,
    headers: new Map([
      ['authorization', `token ${token}`],
      ['content-type', 'application/json'],
    ]),
    body: new Response(sent).body ?? undefined,
    peer: '127.0.0.1',
  });
}

function refusalIn({ status, body }: ApiResponse): string {
  try {
    const parsedBody: unknown = JSON.parse(body);
    const all = (Array.isArray(parsedBody) ? parsedBody : [parsedBody]) as {
      path?: string;
      message?: string;
    }[];
    return all.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join(' ');
  } catch {
    return `The server answered ${status}.`;
  }
}
