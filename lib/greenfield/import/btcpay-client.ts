import http from 'node:http';
import https from 'node:https';
import type { z } from 'zod';
import { invalidField, type Problem } from '@/lib/domain/problems';
import { requestOptions } from '@/lib/webhooks/transport/request-options';
import { type Resolve, resolverFor } from '@/lib/webhooks/transport/resolve-host';
import { locateTarget } from '@/lib/webhooks/transport/target-guard';
import { inspectUrl, policyFor, type TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { btcpayErrorSchema } from './btcpay-answers';

const DNS_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 20_000;
/** Maximum size of a response. A page of 100 invoices with a lot of metadata is a tenth of it. */
const MAX_BYTES = 8_000_000;
const OK = 200;

export interface BtcpaySettings {
  /** Base URL of the server, perhaps with a path. */
  readonly url: string;
  readonly key: string;
  /** Decides which addresses this server may connect to, as it does for webhooks. */
  readonly policy: TargetPolicy;
  readonly resolve?: Resolve | undefined;
}

/**
 * Reads from a BTCPay Server. Responses are only checked against their schemas; the caller must
 * check the data in them.
 */
export class BtcpayClient {
  readonly #settings: BtcpaySettings;

  constructor(settings: BtcpaySettings) {
    this.#settings = settings;
  }

  /**
   * Requests one resource.
   *
   * @param path below `/api/v1/`, with its query
   * @returns undefined when the server does not have the resource (404)
   * @throws Problem `invalid_request` at `/url` or `/key`, which never quotes the URL or the key
   */
  async find<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
  ): Promise<z.output<Schema> | undefined> {
    const { status, body } = await this.#get(path);
    if (status === 404) return undefined;
    if (status !== OK) throw refusal(status, body);
    const read = schema.safeParse(parseJson(body));
    if (read.success) return read.data;
    throw unreadable(path);
  }

  /**
   * Requests one resource like {@link find}.
   *
   * @throws Problem also when the server does not have the resource
   */
  async get<Schema extends z.ZodType>(path: string, schema: Schema): Promise<z.output<Schema>> {
    const found = await this.find(path, schema);
    if (found === undefined) {
      const message = 'BTCPay Server has no such store, or a version before 2.0.';
      throw invalidField('/store', 'not_found', message);
    }
    return found;
  }

  async #get(path: string): Promise<{ readonly status: number; readonly body: string }> {
    const { url, key, policy } = this.#settings;
    const verdict = inspectUrl(`${url.replace(/\/+$/, '')}/api/v1/${path}`, policy);
    if (verdict.kind === 'refused') throw blocked();
    const { target } = verdict;
    if (!target.secure && !policyFor(target.hostname, policy).allowPrivate) {
      throw invalidField('/url', 'not_https', 'The URL of BTCPay Server must begin with https://.');
    }
    const resolve = this.#settings.resolve ?? resolverFor(policy);
    const located = await locateTarget(target, policy, resolve, DNS_WITHIN_MS);
    if (located.kind === 'refused') throw blocked();
    if (located.kind === 'unresolved') throw unreachable('its name has no address');
    const headers = { Authorization: `token ${key}`, Accept: 'application/json' };
    const request = {
      ...requestOptions(target, located, { headers, body: '' }, undefined),
      method: 'GET',
      insecureHTTPParser: false,
    };
    return exchange(target.secure, request);
  }
}

/** Does not follow redirects, because the key must not reach another server. */
async function exchange(secure: boolean, options: https.RequestOptions) {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    return await new Promise<{ status: number; body: string }>((resolve, reject) => {
      const request = (secure ? https : http).request({ ...options, signal });
      request.once('error', reject);
      request.once('response', (response) => {
        readBody(response).then((body) => {
          resolve({ status: response.statusCode ?? 0, body });
        }, reject);
      });
      request.end();
    });
  } catch (error) {
    if (error instanceof TooLong) throw invalidField('/url', 'too_long', error.message);
    const code = error instanceof Error && 'code' in error ? `${error.code}` : 'no answer';
    throw unreachable(
      /^[A-Z_0-9]{1,60}$/.test(code) && !signal.aborted ? code : 'no answer in time',
    );
  }
}

class TooLong extends Error {}

async function readBody(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new TooLong('A response of BTCPay Server is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The body is not JSON (another program may have sent a page) or is nested too deeply. No
    // schema accepts undefined, so the caller refuses it.
    return undefined;
  }
}

function refusal(status: number, body: string): Problem {
  if (status === 401) {
    return invalidField('/key', 'refused', 'BTCPay Server does not accept this API key.');
  }
  if (status === 403) {
    const { data } = btcpayErrorSchema.safeParse(parseJson(body));
    const lacks = data?.missingPermission ?? 'a permission for this store';
    return invalidField('/key', 'refused', `The API key of BTCPay Server lacks ${lacks}.`);
  }
  const answers = `BTCPay Server answers with HTTP status ${status}.`;
  return invalidField('/url', 'refused', answers);
}

function unreadable(path: string): Problem {
  const [what] = path.replace(/^stores\/[^/]+\/?/, '').split('?');
  return invalidField(
    '/url',
    'unreadable',
    `An answer is not as BTCPay Server documents it (${what?.replace(/[^/]{20,}/g, '…') || 'store'}). Check the URL, and that it is version 2.0 or later.`,
  );
}

function unreachable(why: string): Problem {
  return invalidField('/url', 'unreachable', `BTCPay Server cannot be reached: ${why}.`);
}

function blocked(): Problem {
  return invalidField(
    '/url',
    'not_allowed',
    'Blocktally does not connect to this URL. Use the public https:// address of BTCPay Server, or allow its host with WEBHOOK_PRIVATE_TARGETS.',
  );
}
