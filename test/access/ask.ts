import { sealSession } from '@/lib/auth/session-cookie';
import { sessionSecret } from '@/lib/keys/secret-key';

import { TEST_SECRET_KEY } from '@/test/support/factories';
import type { DashboardRequest } from './dashboard-route-access';

/** A session, a bare session cookie, an API key, or none. */
export interface Credential {
  readonly sessionId?: string;
  readonly cookie?: string;
  readonly key?: string;
  /** Whether the server is reached over https, which changes the cookie's name. */
  readonly secure?: boolean;
}

interface Answered {
  readonly status: number;
  readonly location: string | undefined;
  readonly cacheControl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

const SECRET = sessionSecret(new Uint8Array(Buffer.from(TEST_SECRET_KEY, 'base64')));

/** Sends a request such as `GET /v1/key`, by default with the headers of our own pages. */
export async function requestAs(
  site: string,
  route: string,
  asked: DashboardRequest,
  as: Credential,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answered> {
  const [method = '', pattern = ''] = route.split(' ');
  const path = pattern.replace(/\{\w+\}/, encodeURIComponent(asked.id ?? 'x'));
  const query = new URLSearchParams(asked.query).toString();
  const cookie = as.sessionId === undefined ? as.cookie : await sealSession(as.sessionId, SECRET);
  const sent = {
    'sec-fetch-site': 'same-origin',
    ...(cookie && { cookie: `${as.secure ? '__Host-' : ''}blocktally-session=${cookie}` }),
    ...(as.key && { authorization: `Bearer ${as.key}` }),
    ...(asked.body && { 'content-type': 'application/json' }),
    ...headers,
  };
  const response = await fetch(`${site}${path}${query && `?${query}`}`, {
    method,
    redirect: 'manual',
    headers: Object.entries(sent).filter(([, value]) => value !== ''),
    ...(asked.body && { body: JSON.stringify(asked.body) }),
  });
  const location = response.headers.get('location') ?? undefined;
  const cacheControl = response.headers.get('cache-control') ?? '';
  const answered = Object.fromEntries(response.headers);
  const text = await textOf(response);
  return { status: response.status, location, cacheControl, headers: answered, text };
}

async function textOf(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.startsWith('text/event-stream'))
    return response.text();
  const reader = response.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  await reader?.cancel();
  return Buffer.from(value ?? []).toString();
}
