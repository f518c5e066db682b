import type { TryRequest } from './build-request';

export interface TryResponse {
  readonly status: number;
  readonly statusText: string;
  readonly milliseconds: number;
  readonly headers: readonly (readonly [string, string])[];
  /** Indented if it is JSON. */
  readonly body: string;
}

export async function sendRequest(
  { method, target, headers, body }: TryRequest,
  key: string,
): Promise<TryResponse> {
  const startedAt = performance.now();
  const response = await fetch(target, {
    method,
    headers: { ...headers, ...(key !== '' && { Authorization: `Bearer ${key}` }) },
    ...(body !== undefined && { body }),
    credentials: 'omit',
    cache: 'no-store',
  });
  const text = await response.text();
  return {
    status: response.status,
    statusText: response.statusText,
    milliseconds: Math.round(performance.now() - startedAt),
    headers: [...response.headers],
    body: indented(text),
  };
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
