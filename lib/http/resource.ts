import { isId } from '@/lib/domain/ids';
import type { Method, Route } from './route';
import { ROUTES } from './table';

/** A path with its methods. */
export interface Resource {
  /** The path with placeholders, such as `/v1/btc/payments/{id}`; `none` for an unknown path. */
  readonly pattern: string;
  /** Whether the path belongs to the public API, or to the dashboard's own. */
  readonly surface: 'api' | 'dashboard';
  readonly routes: Readonly<Partial<Record<Method, Route>>>;
}

/** The resource of unknown paths, whose pattern matches no request. */
export const unknownResource: Resource = { pattern: 'none', surface: 'api', routes: {} };
export const unknownDashboardResource: Resource = { ...unknownResource, surface: 'dashboard' };

export const RESOURCES: readonly Resource[] = [...new Set(ROUTES.map(({ path }) => path))].map(
  (pattern) => ({
    pattern,
    surface: pattern.startsWith('/v1/') ? 'api' : 'dashboard',
    routes: Object.fromEntries(
      ROUTES.filter(({ path }) => path === pattern).map((route) => [route.method, route]),
    ),
  }),
);

const PLAIN = new Map(RESOURCES.map((resource) => [resource.pattern, resource]));
const NAMED = RESOURCES.filter(({ pattern }) => pattern.includes('{'));

/** The resource at a path; literal paths take precedence over paths with parameters. */
export function resourceAt(path: string): Resource {
  const found = PLAIN.get(spelled(path)) ?? NAMED.find(({ pattern }) => matchPath(pattern, path));
  return found ?? (path.startsWith('/api/dashboard') ? unknownDashboardResource : unknownResource);
}

export function allowedMethods({ routes }: Resource): string {
  const methods = Object.keys(routes).sort();
  return [
    ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ].join(', ');
}

/** The route for a method; HEAD is a GET whose body is not sent. */
export function routeFor({ routes }: Resource, method: string): Route | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(routes, name) ? routes[name as Method] : undefined;
}

/** Payment links also respond under `payment-links`, as other paths are spelled. */
function spelled(path: string): string {
  return path.replace(/^\/v1\/btc\/payment-links(?=\/|$)/, '/v1/btc/payment_links');
}

/** The decoded parameters of a path; undefined when the path does not match the pattern. */
export function matchPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split('/');
  const given = spelled(path).split('/');
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
 * A request's path for the request log: the pattern with its ids. Other text in place of an id may
 * be a secret that was pasted by mistake.
 */
export function pathWithIds(pattern: string, path: string): string {
  const given = path.split('/');
  return pattern
    .split('/')
    .map((part, i) => (isId(given[i] ?? '') ? given[i] : part))
    .join('/');
}

/** A decoded path segment; undefined when it is not UTF-8 or contains U+0000. */
function decodePart(part: string): string | undefined {
  try {
    const text = decodeURIComponent(part);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}
