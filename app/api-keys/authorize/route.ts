import { createElement, type ReactElement } from 'react';
import { toUserMessage } from '@/app/(auth)/_form/handle-account-form';
import { pageHeaders, pageSecurityPolicy } from '@/app/pay/_page/headers';
import { pageResponse } from '@/app/pay/_page/responses';
import { memberFromSignIn, type SignedInSession } from '@/lib/accounts/read-session';
import { currentSite } from '@/lib/auth/current-site';
import { currentSignIn } from '@/lib/auth/session';
import { currentVisitor } from '@/lib/auth/visitor';
import { assertMayAdminister, hasRecentFactor, type Member } from '@/lib/domain/actor';
import { Problem } from '@/lib/domain/problems';
import { listStores } from '@/lib/greenfield/pairings/list-stores';
import { pairStore } from '@/lib/greenfield/pairings/pair-store';
import { readPairingRequest } from '@/lib/greenfield/pairings/pairing-request';
import { notFoundWhileDisabled } from '@/lib/greenfield/public';
import { toProblem } from '@/lib/http/problem-response';
import { PROBLEMS } from '@/lib/http/problem-table';
import { requireSameOrigin } from '@/lib/http/same-origin';
import { readFields } from '@/lib/net/read-fields';
import { runtime } from '@/lib/runtime';
import STYLE from '../_page/pairing.css?inline';
import {
  ConsentSheet,
  GrantSheet,
  NoStoreSheet,
  RefusalSheet,
  SUBMIT_SCRIPT,
} from '../_page/pairing-sheet';

export const dynamic = 'force-dynamic';

interface Visit {
  readonly member: Member;
  readonly signedIn: SignedInSession & {
    readonly merchant: NonNullable<SignedInSession['merchant']>;
  };
}

export async function GET(request: Request): Promise<Response> {
  return notFoundWhileDisabled() ?? respond(request, new URL(request.url).searchParams, askConsent);
}

/**
 * Grants a key if the form contains the owner's consent. Any other form comes from a plugin, and
 * the response redirects to the page that asks for consent.
 */
export async function POST(request: Request): Promise<Response> {
  const refusal = notFoundWhileDisabled();
  if (refusal) return refusal;
  const fields = (await readFields(request)) ?? new URLSearchParams();
  if (fields.get('consent') === 'yes') return respond(request, fields, grant);
  const headers = pageHeaders('en');
  headers.set('location', `?${questionOf(fields)}`);
  return new Response(null, { status: 303, headers });
}

type Work = (visit: Visit, query: URLSearchParams, request: Request) => Promise<Response>;

async function respond(request: Request, query: URLSearchParams, work: Work): Promise<Response> {
  try {
    const signedIn = await currentSignIn();
    if (!signedIn) return toSignIn(query, '', 307);
    if (signedIn.lacksFactor) {
      throw new Problem('forbidden', 'Set up a second factor in the dashboard first.');
    }
    const member = memberFromSignIn(signedIn, await currentVisitor());
    if (!member || !signedIn.merchant) throw new Problem('forbidden', 'You have no team yet.');
    assertMayAdminister(member);
    if (!hasRecentFactor(member, runtime().clock())) return toSignIn(query, '/confirm', 303);
    return await work(
      { member, signedIn: { ...signedIn, merchant: signedIn.merchant } },
      query,
      request,
    );
  } catch (error) {
    const problem = toProblem(error);
    const { log } = runtime();
    if (problem !== error) log.error({ err: error }, 'pairing failed');
    return refused(problem);
  }
}

function toSignIn(query: URLSearchParams, page: string, status: number): Response {
  const here = `/api-keys/authorize?${questionOf(query)}`;
  const headers = pageHeaders('en');
  headers.set('location', `../sign-in${page}?callbackUrl=${encodeURIComponent(here)}`);
  return new Response(null, { status, headers });
}

/** Returns the plugin's parameters, without the owner's choices. */
function questionOf(query: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => name !== 'consent' && name !== 'store'));
}

const askConsent: Work = async ({ member, signedIn }, query) => {
  const { db, env, clock } = runtime();
  const pairingRequest = readPairingRequest(query, env.privateWebhookTargets);
  const stores = await listStores(db, member, clock());
  if (stores.length === 0) return shown(409, createElement(NoStoreSheet));
  const { email, merchant } = signedIn;
  const fields = [...questionOf(query)];
  const view = { asked: pairingRequest, fields, merchantName: merchant.name, email, stores };
  return shown(200, createElement(ConsentSheet, { view }), { forms: true });
};

const grant: Work = async ({ member }, query, request) => {
  const { db, env, clock } = runtime();
  requireSameOrigin(new Map(request.headers), await currentSite());
  const asked = readPairingRequest(query, env.privateWebhookTargets);
  const paired = await pairStore(db, member, query.get('store') ?? '', asked, clock());
  const { token, storeId } = paired;
  const sheet = createElement(GrantSheet, {
    view: { asked: asked, token, storeId, userId: member.userId },
  });
  const { redirect } = asked;
  if (!redirect) return shown(200, sheet);
  return shown(200, sheet, { forms: true, formsTo: redirect.origin, script: SUBMIT_SCRIPT });
};

function refused({ code, detail }: Problem): Promise<Response> {
  const view = { code, text: toUserMessage(code, detail) };
  return shown(PROBLEMS[code].status, createElement(RefusalSheet, view));
}

function shown(
  status: number,
  sheet: ReactElement,
  allowed: Omit<Parameters<typeof pageSecurityPolicy>[0], 'style'> = {},
): Promise<Response> {
  const headers = pageHeaders('en', [], pageSecurityPolicy({ style: STYLE, ...allowed }));
  return pageResponse(status, sheet, headers);
}
