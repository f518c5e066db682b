import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { greenfieldKey } from '@/db/schema/greenfield';
import { Problem } from '@/lib/domain/problems';
import type { Api } from '@/lib/http/api';
import type { ApiRequest, ApiResponse } from '@/lib/http/api-request';
import { readOptionalJsonBody } from '@/lib/http/input/read-body';
import { matchPath } from '@/lib/http/match-path';
import {
  formatAllowHeader,
  pathFinder,
  type RoutesOfPath,
  routeFor,
  routesByPath,
} from '@/lib/http/path-table';
import {
  authenticateKey,
  type RequestContext,
  runPipeline,
  SLOW_BODY_MS,
} from '@/lib/http/pipeline';
import { Reply } from '@/lib/http/route';
import { authenticateStore, type StoreActor } from './authenticate-store';
import { includesPermission } from './permissions';
import { formatProblemText, missingPermission, problemReply } from './problems';
import { readFields, readQuery } from './read-query';
import type { GreenfieldRoute } from './route';
import { GREENFIELD_ROUTES } from './table';

/** Maximum size of a body. Shops put carts and addresses into metadata. */
const MAX_BODY_BYTES = 64 * 1024;

const ANYTHING = z.looseObject({});

type Place = RoutesOfPath<GreenfieldRoute>;

/** The entry for unknown paths, and for every path while BTCPay's API is switched off. */
const NOWHERE: Place = { pattern: 'none', routes: {} };

const knownAt = pathFinder(routesByPath(GREENFIELD_ROUTES));

/** Serves a request to BTCPay's API. Never throws: errors become refusals in BTCPay's shapes. */
export function serveGreenfield(api: Api, request: ApiRequest): Promise<ApiResponse> {
  const path = withoutSlash(request.path);
  const place = (api.env.greenfield && greenfieldRoutesAt(path)) || NOWHERE;
  /** The pairing whose key sent the request, even if the key was refused. */
  let pairingId: string | null = null;
  const answers = {
    reply: (context: RequestContext) =>
      replyTo(context, place, path, (id) => {
        pairingId = id;
      }),
    refusal: (problem: Problem, context: RequestContext) => {
      if (pairingId) noteRefusal(context, pairingId, problem);
      return problemReply(problem, headersOf(problem, place));
    },
  };
  return runPipeline(api, { pattern: place.pattern, surface: 'api' }, request, answers);
}

/** Returns the entry of a path, with or without a final slash; undefined for an unknown path. */
export function greenfieldRoutesAt(path: string): Place | undefined {
  return knownAt(withoutSlash(path));
}

const withoutSlash = (path: string) => path.replace(/\/+$/, '');

async function replyTo(
  context: RequestContext,
  place: Place,
  path: string,
  onPairing: (pairingId: string | null) => void,
): Promise<Reply> {
  const { api, request, visitor, now } = context;
  const params = matchPath(place.pattern, path);
  if (!params) throw new Problem('not_found', 'There is nothing at this path.');
  const route = routeFor(place, request.method);
  if (!route) {
    const allow = formatAllowHeader(place);
    if (request.method === 'OPTIONS') return new Reply(204, '', { allow });
    throw new Problem('method_not_allowed', `Use one of: ${allow}.`);
  }
  const storeAt = (at: Date) => storeOf(context, route, params.storeId, at, onPairing);
  const known = await storeAt(now);
  const began = performance.now();
  const { query: wanted = ANYTHING, body: fields } = route;
  const query = readQuery(request.query, wanted);
  const json = fields && ((await readOptionalJsonBody(request, MAX_BODY_BYTES)) ?? {});
  const body = fields ? readFields(json ?? {}, fields) : {};
  // The key may have been revoked while the body arrived slowly, so it is checked again.
  const isSlow = performance.now() - began > SLOW_BODY_MS;
  const store = isSlow ? await storeAt(api.clock()) : known;
  const answer = await route.handle({ api, visitor, store, params, query, body, now } as never);
  if (answer instanceof Reply) return answer;
  return new Reply(200, answer === undefined ? '' : JSON.stringify(answer));
}

/**
 * Returns the store of the request's key, if the key may use the route; undefined if the route
 * needs no key. Another store is refused in the same way whether it exists or not.
 *
 * @throws Problem `unauthorized`; `forbidden` with the missing permission
 */
async function storeOf(
  context: RequestContext,
  { access }: GreenfieldRoute,
  storeId: string | undefined,
  now: Date,
  onPairing: (pairingId: string | null) => void,
): Promise<StoreActor | undefined> {
  if (access === 'anyone') return undefined;
  const { api, request } = context;
  const store = await authenticateKey(context, (onKnown) =>
    authenticateStore(api.db, request.headers.get('authorization'), now, (id, pairingId) => {
      onKnown(id);
      onPairing(pairingId);
    }),
  );
  if (access === 'any key') return store;
  const isOwn = storeId === undefined || storeId === store.apiKeyId;
  if (isOwn && includesPermission(store.permissions, access)) return store;
  throw missingPermission(access);
}

/** HTTP requires these headers: Allow with 405, a challenge with 401. */
function headersOf({ code }: Problem, place: Place): Reply['headers'] {
  if (code === 'method_not_allowed') return { allow: formatAllowHeader(place) };
  return code === 'unauthorized' ? { 'www-authenticate': 'token' } : {};
}

/**
 * Stores the last refusal of a pairing for the dashboard. Nothing waits for this write, because
 * losing it is harmless.
 */
function noteRefusal({ api, now }: RequestContext, pairingId: string, problem: Problem): void {
  const lastError = { at: now.toISOString(), text: formatProblemText(problem) };
  void api.db
    .update(greenfieldKey)
    .set({ lastError })
    .where(eq(greenfieldKey.id, pairingId))
    .catch(() => undefined);
}
