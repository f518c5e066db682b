import { isId } from '@/lib/domain/ids';

/**
 * Returns a path in the spelling of the route table. Payment links also respond at `payment-links`,
 * with a hyphen.
 */
export function canonicalPath(path: string): string {
  return path.replace(/^\/v1\/btc\/payment-links(?=\/|$)/, '/v1/btc/payment_links');
}

/** Returns the decoded parameters of a path; undefined if the pattern does not match. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = canonicalPath(path).split('/');
  if (wanted.length !== given.length) return undefined;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    const value = given[i] ?? '';
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined && part !== value) return undefined;
    if (name !== undefined) {
      const decoded = decodePart(value);
      if (!decoded) return undefined;
      params[name] = decoded;
    }
  }
  return params;
}

/**
 * Returns the path for the request log: the pattern with the ids of the request. Any other text in
 * the place of an id is left out, because it may be a secret that was pasted by mistake.
 */
export function loggedPath(pattern: string, path: string): string {
  const given = path.split('/');
  return pattern
    .split('/')
    .map((part, i) => (isId(given[i] ?? '') ? given[i] : part))
    .join('/');
}

/** Returns undefined for a part that is not UTF-8 or contains U+0000. */
function decodePart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
