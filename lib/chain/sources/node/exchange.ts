import { SourceError } from '../../source';
import { connectionFault } from '../http-faults';
import { type Authorization, nodeCredentials } from './credentials';
import type { NodeMethod } from './methods';
import { createPost } from './post';

export interface RpcRequest {
  readonly id: number;
  readonly method: NodeMethod;
  readonly params: unknown;
}

/** How to connect to a node. */
export interface NodeAccess {
  /** The node's cookie file, used instead of a user and password in the URL. */
  readonly cookieFile?: string | undefined;
  /** The SOCKS5 proxy for requests to the node. */
  readonly proxy?: URL | undefined;
}

/** A request that fails before its method runs, but after the node's `rpcwhitelist` was checked. */
export const permissionProbe = (method: NodeMethod): RpcRequest => ({
  id: 0,
  method,
  params: { unknown: 0 },
});

/**
 * Sends a request, or a batch, and passes on the response piece by piece.
 *
 * @returns the response's status; 403 when a proxy refuses the batch, but each of its methods is
 *  allowed
 * @throws SourceError for a node that does not respond or refuses the request
 */
type Exchange = (
  body: RpcRequest | readonly RpcRequest[],
  receive?: (piece: Buffer) => void,
) => Promise<number>;

/** HTTP to a Bitcoin node. The parameters are described at `createRpc`. */
export function createExchange(
  url: URL,
  timeoutMs: number,
  stop: AbortSignal | undefined,
  { cookieFile, proxy }: NodeAccess,
): Exchange {
  const endpoint = new URL(url.pathname + url.search, url.origin);
  const credentials = nodeCredentials(url, cookieFile);
  const headers = { 'content-type': 'application/json' };
  const post = createPost(endpoint, { headers, timeoutMs, stop, proxy });

  async function statusOf(
    body: unknown,
    authorization: Authorization,
    receive: (piece: Buffer) => void = () => {},
  ): Promise<number> {
    try {
      return await post(JSON.stringify(body), receive, authorization);
    } catch (cause) {
      throw connectionFault('node', endpoint.host, cause);
    }
  }

  /** Bitcoin Core answers 403 to an address outside `rpcallowip`, and to a method. */
  async function refusalOf(
    called: readonly NodeMethod[],
    own: Authorization,
  ): Promise<SourceError | undefined> {
    const methods = [...new Set(called)];
    // Core checks the address first, then the user, then the method.
    const [first] = methods;
    if (first && (await statusOf(permissionProbe(first), {})) !== 401) {
      return new SourceError(
        'address_refused',
        'the node accepts no requests from this address (403): add it to rpcallowip',
      );
    }
    const refused: string[] = [];
    for (const method of methods) {
      if ((await statusOf(permissionProbe(method), own)) === 403) refused.push(method);
    }
    if (refused.length === 0) return undefined;
    return new SourceError('method_refused', `the node’s rpcwhitelist lacks ${refused.join(', ')}`);
  }

  return async (body, receive) => {
    let authorization = await credentials.header();
    let status = await statusOf(body, authorization, receive);
    if (status === 401) {
      const next = await credentials.renew(authorization);
      if (!next) throw credentials.fault;
      authorization = next;
      status = await statusOf(body, authorization, receive);
      if (status === 401) throw credentials.fault;
    }
    if (status !== 403) return status;
    const called = [body].flat().map(({ method }) => method);
    const refusal = await refusalOf(called, authorization);
    if (refusal) throw refusal;
    return status;
  };
}
