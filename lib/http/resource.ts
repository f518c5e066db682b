import { pathFinder, type RoutesOfPath, routesByPath } from './path-table';
import type { Route } from './route';
import { ROUTES } from './table';

export interface Resource extends RoutesOfPath<Route> {
  /** Whether the path belongs to the public API or to the dashboard. */
  readonly surface: 'api' | 'dashboard';
}

/** Stands for all unknown paths. Its pattern matches no request. */
export const unknownResource: Resource = { pattern: 'none', surface: 'api', routes: {} };
export const unknownDashboardResource: Resource = { ...unknownResource, surface: 'dashboard' };

export const RESOURCES: readonly Resource[] = routesByPath(ROUTES).map((resource) => ({
  ...resource,
  surface: resource.pattern.startsWith('/v1/') ? 'api' : 'dashboard',
}));

const knownAt = pathFinder(RESOURCES);

export function resourceAt(path: string): Resource {
  return (
    knownAt(path) ??
    (path.startsWith('/api/dashboard') ? unknownDashboardResource : unknownResource)
  );
}
