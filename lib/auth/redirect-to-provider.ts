import { createHash, randomBytes } from 'node:crypto';
import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import NextAuth, { type NextAuthOptions } from 'next-auth';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';
import { authOptions } from './auth-options';
import { usesFirstAppUrl } from './current-site';
import { toSafeReturnPath } from './return-path';
import { csrfCookie } from './session-cookie';

type RouteHandler = (
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
  options: NextAuthOptions,
) => Promise<Response>;

/**
 * Redirects the browser to a sign-in provider. A link cannot send the POST with a CSRF token that
 * the sign-in library requires, so this function sends it. Call this only for a request that came
 * from our own page.
 *
 * @returns undefined for a provider that is not enabled, or a request that did not use the first
 *  name of APP_URL, the only name that providers know
 */
export async function redirectToProvider(
  providerId: string,
  requestedPath: string | null,
): Promise<Response | undefined> {
  const { env, sessionSecret } = runtime();
  if (!env.signInProviders.some(({ id }) => id === providerId)) return undefined;
  if (!(await usesFirstAppUrl())) return undefined;
  const csrfToken = randomBytes(32).toString('hex');
  const proof = createHash('sha256').update(`${csrfToken}${sessionSecret}`).digest('hex');
  const { name, options } = csrfCookie(env.appUrl);
  (await cookies()).set(name, `${csrfToken}|${proof}`, options);
  const callbackUrl = publicUrl(env.appUrl, toSafeReturnPath(requestedPath, env.appUrl.origin));
  const request = new NextRequest(publicUrl(env.appUrl, `/api/auth/signin/${providerId}`), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ csrfToken, callbackUrl }),
  });
  const params = Promise.resolve({ nextauth: ['signin', providerId] });
  return (NextAuth as unknown as RouteHandler)(request, { params }, await authOptions());
}
