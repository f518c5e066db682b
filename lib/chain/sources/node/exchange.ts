import { SourceError } from '../../source';
import { connectionFault } from '../http-faults';
import { type Authorization, nodeCredentials } from './credentials';
import type { NodeMethod } from './methods';
import { createPostSender, type PostResponse } from './post';

export interface RpcRequest {
  readonly id: number;
  readonly method: NodeMethod;
  readonly params: unknown;
}

export interface NodeAccess {
  /** The node's cookie file, which replaces a user and password in the URL. */
  readonly cookieFile?: string | undefined;
  readonly proxy?: URL | undefined;
}

/**
 * Checks a permission without running the method: the node checks its `rpcwhitelist` first and then
 * refuses the unknown parameter.
 */
export const permissionProbe = (method: NodeMethod): RpcRequest => ({
  id: 0,
  method,
  params: { unknown: 0 },
});

/**
 * Sends a request or a batch.
 *
 * @returns the response. A 403 means that a proxy refused the batch, although each of its methods
 *   is permitted.
 * @throws SourceError for a node that does not respond or refuses the request
 */
type Exchange = (body: RpcRequest | readonly RpcRequest[]) => Promise<PostResponse>;

/**
 * Returns a function that sends HTTP requests to a Bitcoin node. `createRpc` describes the
 * parameters.
 */
export function createRpcTransport(
  url: URL,
  timeoutMs: number,
  stop: AbortSignal | undefined,
  { cookieFile, proxy }: NodeAccess,
): Exchange {
  const endpoint = new URL(url.pathname + url.search, url.origin);
  const credentials = nodeCredentials(url, cookieFile);
  const headers = { 'content-type': 'application/json' };
  const post = createPostSender(endpoint, { headers, timeoutMs, stop, proxy });

  async function send(body: unknown, authorization: Authorization): Promise<PostResponse> {
    try {
      return await post(JSON.stringify(body), authorization);
    } catch (cause) {
      throw connectionFault('node', endpoint.host, cause);
    }
  }

  /**
   * Returns the meaning of a 403, which Bitcoin Core sends to an address outside `rpcallowip` and
   * for a method that is not permitted.
   */
  async function refusalOf(
    called: readonly NodeMethod[],
    own: Authorization,
  ): Promise<SourceError | undefined> {
    const methods = [...new Set(called)];
    // Bitcoin Core checks the address first, then the user, then the method.
    const [first] = methods;
    if (first && (await send(permissionProbe(first), {})).status !== 401) {
      return new SourceError(
        'address_refused',
        'the node accepts no requests from this address (403): add it to rpcallowip',
      );
    }
    const refused: string[] = [];
    for (const method of methods) {
      if ((await send(permissionProbe(method), own)).status === 403) refused.push(method);
    }
    if (refused.length === 0) return undefined;
    return new SourceError('method_refused', `the node’s rpcwhitelist lacks ${refused.join(', ')}`);
  }

  return async (body) => {
    let authorization = await credentials.header();
    let response = await send(body, authorization);
    if (response.status === 401) {
      const next = await credentials.renew(authorization);
      if (!next) throw credentials.fault;
      authorization = next;
      response = await send(body, authorization);
      if (response.status === 401) throw credentials.fault;
    }
    if (response.status !== 403) return response;
    const called = [body].flat().map(({ method }) => method);
    const refusal = await refusalOf(called, authorization);
    if (refusal) throw refusal;
    return response;
  };
}
