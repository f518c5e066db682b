import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/auth-options';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { problemAnswer } from '@/lib/http/problem-answer';
import { runtime } from '@/lib/runtime';
import { stripRequest } from './strip-request';

export const dynamic = 'force-dynamic';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

async function answer(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!isKnown(request.method, nextauth)) return new Response(null, { status: 404 });
  const handler = NextAuth(authOptions()) as Handler;
  try {
    return await handler(await stripRequest(request), context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, headers, body } = problemAnswer(error, newId('request'), runtime().env.appUrl);
    return new Response(body, { status, ...(headers && { headers }) });
  }
}

/** Whether the sign-in library answers this without an internal error. */
function isKnown(method: string, [act, name, ...more]: readonly string[]): boolean {
  // The library writes any request to this path into the log.
  if (act === '_log' || more.length > 0) return false;
  if (name === undefined) return /^[\w-]+$/.test(act ?? '');
  if (act === 'callback' && name === 'credentials') return method === 'POST';
  return runtime().env.signInProviders.some(({ id }) => id === name) || name === 'credentials';
}

export { answer as GET, answer as POST };
