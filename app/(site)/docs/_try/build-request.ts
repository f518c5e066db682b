import { quoteForShell } from '@/app/_ui/quote-for-shell';
import { API_KEY_LABELS } from '@/lib/domain/network';
import type { TryOperation } from './try-operation';

export interface TryFormValues {
  readonly values: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface TryRequest {
  readonly method: 'GET' | 'POST';
  /** The path and query, relative to the server. */
  readonly target: string;
  /** All headers except Authorization. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** Leaves out empty fields. */
export function buildRequest(
  { method, path, parameters, body: example }: TryOperation,
  { values, body }: TryFormValues,
): TryRequest {
  const given = parameters.flatMap(({ place, name }) => {
    const value = values[name]?.trim() ?? '';
    return value === '' ? [] : [{ place, name, value }];
  });
  const query = new URLSearchParams(
    given.filter(({ place }) => place === 'query').map(({ name, value }) => [name, value]),
  ).toString();
  const filledPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(values[name]?.trim() ?? ''),
  );
  const sent = example === undefined || body.trim() === '' ? undefined : body;
  return {
    method,
    target: query === '' ? filledPath : `${filledPath}?${query}`,
    headers: {
      ...Object.fromEntries(
        given.filter(({ place }) => place === 'header').map(({ name, value }) => [name, value]),
      ),
      ...(sent !== undefined && { 'Content-Type': 'application/json' }),
    },
    body: sent,
  };
}

/**
 * Returns a curl command that reads the key from a shell variable, to keep the key out of the
 * shell's history.
 */
export function curlForTryRequest(
  { method, target, headers, body }: TryRequest,
  { baseUrl, open }: TryOperation,
): string {
  const lines = [
    `curl -i ${quoteForShell(baseUrl + target)}`,
    ...(method === 'POST' && body === undefined ? ['-X POST'] : []),
    ...(open ? [] : ['-H "Authorization: Bearer $KEY"']),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoteForShell(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoteForShell(body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** Error messages by field name. */
export type TryFieldErrors = Readonly<Record<string, string>>;

/** Returns an empty object if the form can be sent. */
export function validateTryForm(
  { open, parameters }: TryOperation,
  values: TryFormValues['values'],
  apiKey: string,
): TryFieldErrors {
  const fault = open ? undefined : sandboxKeyError(apiKey);
  const faults: Record<string, string> = fault ? { apiKey: fault } : {};
  for (const { name, place, required } of parameters) {
    const value = values[name] ?? '';
    if (required && value === '') faults[name] = 'Enter a value.';
    if (place === 'header' && !/^[\x20-\x7e]*$/.test(value)) {
      faults[name] = 'Use ASCII characters only, because headers cannot contain others.';
    }
  }
  return faults;
}

const KEY = new RegExp(`^btly_(${API_KEY_LABELS.join('|')})_[0-9A-Za-z]{36}$`);

/** Returns an error message; undefined if the key can be used. */
export function sandboxKeyError(key: string): string | undefined {
  if (key === '') return 'Paste a sandbox API key. It begins with btly_reg_.';
  const [, kind] = KEY.exec(key) ?? [];
  if (kind === 'live') {
    return 'This is a mainnet key, for real money. Use a sandbox key instead.';
  }
  if (kind === undefined) {
    return key.startsWith('whsec_')
      ? 'This is a signing secret. An API key begins with btly_reg_.'
      : 'This is not an API key. A sandbox key is btly_reg_ followed by 36 letters and digits.';
  }
  return undefined;
}
