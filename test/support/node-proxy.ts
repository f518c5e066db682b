import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestNode } from './bitcoind';

export type NodeProxyResponse =
  | 'never'
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string } }
  | { readonly status: number };

/**
 * A proxy in front of the node's RPC. It can respond to calls instead of the node. A batch counts
 * as a call of the method "batch".
 */
export interface NodeProxy {
  readonly url: URL;
  calls(method: string): number;
  most(method: string): number;
  close(): Promise<void>;
}

/** @param answer returns a response, or undefined to forward the call to the node */
export async function startNodeProxy(
  node: TestNode,
  answer: (method: string, params: readonly unknown[]) => NodeProxyResponse | undefined,
): Promise<NodeProxy> {
  const counts = new Map<string, { calls: number; open: number; most: number }>();
  const count = (method: string) => {
    const counted = counts.get(method) ?? { calls: 0, open: 0, most: 0 };
    counts.set(method, counted);
    return counted;
  };
  const target = new URL(node.url).origin;
  const server = createServer(async (request, response) => {
    const body = await bodyOf(request);
    const json: unknown = JSON.parse(body);
    const call = json as { id: number; method?: string; params?: unknown[] };
    const counted = count(call.method ?? 'batch');
    counted.calls += 1;
    counted.open += 1;
    counted.most = Math.max(counted.most, counted.open);
    try {
      // Like a node, the proxy checks the user before the method.
      const method = call.method ?? 'batch';
      const params = Array.isArray(json) ? json : (call.params ?? []);
      const isKnown = request.headers.authorization !== undefined;
      const own = isKnown ? answer(method, params) : undefined;
      if (own) send(response, call.id, own);
      else await forward(target, request, body, response);
    } catch {
      response.destroy();
    } finally {
      counted.open -= 1;
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(node.url);
  url.port = String((server.address() as AddressInfo).port);
  return {
    url,
    calls: (method) => count(method).calls,
    most: (method) => count(method).most,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function send(response: ServerResponse, id: number, own: NodeProxyResponse): void {
  if (own === 'never') return;
  if ('status' in own) response.writeHead(own.status).end();
  else response.end(JSON.stringify({ id, result: null, error: null, ...own }));
}

async function forward(
  target: string,
  request: IncomingMessage,
  body: string,
  response: ServerResponse,
): Promise<void> {
  const { authorization = '' } = request.headers;
  const answered = await fetch(target, { method: 'POST', headers: { authorization }, body });
  response.writeHead(answered.status).end(await answered.text());
}
