import { canonicalPath, matchPath } from './match-path';

interface PathRoute {
  readonly method: string;
  readonly path: string;
}

export interface RoutesOfPath<R> {
  /** The path with placeholders, such as `/v1/btc/payments/{id}`; `none` for unknown paths. */
  readonly pattern: string;
  readonly routes: Readonly<Partial<Record<string, R>>>;
}

export function routesByPath<R extends PathRoute>(routes: readonly R[]): RoutesOfPath<R>[] {
  return [...new Set(routes.map(({ path }) => path))].map((pattern) => ({
    pattern,
    routes: Object.fromEntries(
      routes.filter(({ path }) => path === pattern).map((route) => [route.method, route]),
    ),
  }));
}

/**
 * Returns a function that finds the entry of a path. A literal path takes precedence over one with
 * parameters.
 */
export function pathFinder<E extends RoutesOfPath<unknown>>(
  entries: readonly E[],
): (path: string) => E | undefined {
  const plain = new Map(entries.map((entry) => [entry.pattern, entry]));
  const named = entries.filter(({ pattern }) => pattern.includes('{'));
  return (path) =>
    plain.get(canonicalPath(path)) ?? named.find(({ pattern }) => matchPath(pattern, path));
}

export function formatAllowHeader({ routes }: RoutesOfPath<unknown>): string {
  const methods = Object.keys(routes).sort();
  return [
    ...methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])),
    'OPTIONS',
  ].join(', ');
}

/** Serves HEAD as GET; the server does not send the body. */
export function routeFor<R>({ routes }: RoutesOfPath<R>, method: string): R | undefined {
  const name = method === 'HEAD' ? 'GET' : method;
  return Object.hasOwn(routes, name) ? routes[name] : undefined;
}
