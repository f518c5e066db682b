import type { Member } from '@/lib/domain/actor';
import type { Api } from './api';
import type { ApiRequest } from './api-request';
import { noFields, readInput } from './input/read-input';
import { matchPath } from './match-path';
import { resourceAt } from './resource';

export interface PageDataRequest {
  readonly endpoint: `GET ${string}`;
  readonly id?: string | undefined;
  /** Without the question mark. */
  readonly search?: string | undefined;
}

/** Reads never use these fields of a request. */
const ONLY_FOR_CHANGES = {
  requestId: '',
  visitor: { ip: '', limitKey: '', userAgent: null, requestId: '' },
  session: undefined,
};

/**
 * Reads from one of the dashboard's own routes while the server renders a page. The checks are the
 * same as for a request, but nothing is counted or logged.
 *
 * @throws Problem where the route would refuse a request
 */
export async function readPageData(
  api: Api,
  member: Member,
  { endpoint, id = '', search = '' }: PageDataRequest,
): Promise<unknown> {
  const path = endpoint.slice('GET '.length).replace('{id}', encodeURIComponent(id));
  const resource = resourceAt(path);
  const route = resource.routes.GET;
  if (route?.who !== 'member') throw new Error(`${endpoint} is no read of the dashboard`);
  const request: ApiRequest = {
    method: 'GET',
    path,
    query: new URLSearchParams(search),
    headers: new Map(),
    body: undefined,
    peer: '',
  };
  const wanted = { query: route.query ?? noFields, body: noFields, bodyIs: 'none' } as const;
  const input = await readInput(request, wanted);
  const answer = await route.handle({
    ...input,
    api,
    request,
    actor: member,
    params: matchPath(resource.pattern, path) ?? {},
    now: api.clock(),
    ...ONLY_FOR_CHANGES,
  });
  // Through JSON, dates become text, as in the data that the browser reads later.
  return JSON.parse(JSON.stringify(answer));
}
