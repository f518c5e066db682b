export class NodeRpcError extends Error {
  readonly code: number;

  constructor(method: string, code: number, message: string) {
    super(`${method}: ${message} (${code})`);
    this.code = code;
  }
}

/** @param url includes the user and the password */
export async function callNode<T>(
  url: string,
  method: string,
  params: readonly unknown[],
): Promise<T> {
  const target = new URL(url);
  const credentials = Buffer.from(`${target.username}:${target.password}`).toString('base64');
  const response = await fetch(target.origin, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
  });
  const answer = (await response.json()) as {
    result: T;
    error: { code: number; message: string } | null;
  };
  if (answer.error) throw new NodeRpcError(method, answer.error.code, answer.error.message);
  return answer.result;
}
