import { createHmac } from 'node:crypto';
import type { Handler } from '@/inngest/serve';

export const SIGNING_KEY = `signkey-test-${'ab'.repeat(32)}`;

export interface InngestCall {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The function to run; absent for registration and introspection. */
  readonly fnId?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Null for an unsigned request. */
  readonly key?: string | null;
  readonly signedAt?: Date;
}

export async function callInngestHandler(handler: Handler, call: InngestCall): Promise<Response> {
  const url = new URL('http://localhost:3000/api/inngest');
  if (call.fnId) {
    url.searchParams.set('fnId', call.fnId);
    url.searchParams.set('stepId', 'step');
  }
  const body = call.body === undefined ? '' : canonical(call.body);
  const key = call.key === undefined ? SIGNING_KEY : call.key;
  return handler(
    new Request(url, {
      method: call.method,
      headers: {
        host: url.host,
        'content-type': 'application/json',
        ...(key === null ? {} : { 'x-inngest-signature': signature(body, key, call.signedAt) }),
        ...call.headers,
      },
      ...(call.method === 'GET' ? {} : { body }),
    }),
  );
}

export async function servedFunctions(handler: Handler): Promise<ServedFunction[]> {
  const response = await callInngestHandler(handler, {
    method: 'PUT',
    body: { url: 'http://localhost:3000/api/inngest' },
    headers: { 'x-inngest-sync-kind': 'in_band' },
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { functions: ServedFunction[] }).functions;
}

export interface ServedFunction {
  readonly id: string;
  readonly triggers: readonly ServedTrigger[];
}

export interface ServedTrigger {
  readonly event?: string;
  /** A condition on the event, in Inngest's expression language. */
  readonly expression?: string;
  readonly cron?: string;
}

function signature(body: string, key: string, at = new Date()): string {
  const seconds = Math.round(at.getTime() / 1_000);
  const mac = createHmac('sha256', key.replace(/^signkey-\w+-/, ''));
  return `t=${seconds}&s=${mac.update(`${body}${seconds}`).digest('hex')}`;
}

/** Returns the JSON that Inngest signs: RFC 8785, as far as this data needs it. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
