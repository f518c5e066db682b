import { basicAuthorization } from '@/lib/net/basic-authorization';
import { SourceError } from '../../source';
import { connectionFault, credentialsFault } from '../http-faults';
import { createPost } from './post';

export interface RpcRequest {
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/** A request that fails before its method runs, but after the node's `rpcwhitelist` was checked. */
export const permissionProbe = (method: string): RpcRequest => ({
  id: 0,
  method,
  params: { unknown: 0 },
});

/**
 * Sends a request, or a batch, and passes on the response piece by piece.
 *
 * @returns the response's status
 * @throws SourceError for a node that does not respond or refuses the request
 */
type Exchange = (
  body: RpcRequest | readonly RpcRequest[],
  receive?: (piece: Buffer) => void,
) => Promise<number>;

/** HTTP to a Bitcoin node. The parameters are described at `createRpc`. */
export function createExchange(url: URL, timeoutMs: number, stop?: AbortSignal): Exchange {
  const endpoint = new URL(url.pathname, url.origin);
  const own = { 'content-type': 'application/json' };
  const post = createPost(endpoint, {
    headers: { ...own, ...basicAuthorization(url) },
    timeoutMs,
    stop,
  });
  const postAnonymously = createPost(endpoint, { headers: own, timeoutMs, stop });

  async function statusOf(
    body: unknown,
    receive: (piece: Buffer) => void = () => {},
    send = post,
  ): Promise<number> {
    try {
      return await send(JSON.stringify(body), receive);
    } catch (cause) {
      throw connectionFault('node', endpoint.host, cause);
    }
  }

  /** Bitcoin Core answers 403 to an address outside `rpcallowip`, and to a method. */
  async function refusalOf(called: readonly string[]): Promise<SourceError> {
    const methods = [...new Set(called)];
    // Core checks the address first, then the user, then the method.
    const [first = ''] = methods;
    if ((await statusOf(permissionProbe(first), undefined, postAnonymously)) !== 401) {
      return new SourceError(
        'address_refused',
        'the node accepts no requests from this address (403): add it to rpcallowip',
      );
    }
    const refused: string[] = [];
    for (const method of methods) {
      if ((await statusOf(permissionProbe(method))) === 403) refused.push(method);
    }
    return new SourceError('method_refused', `the node’s rpcwhitelist lacks ${refused.join(', ')}`);
  }

  return async (body, receive) => {
    const status = await statusOf(body, receive);
    if (status === 401) throw credentialsFault('node', url);
    if (status === 403) throw await refusalOf([body].flat().map(({ method }) => method));
    return status;
  };
}
