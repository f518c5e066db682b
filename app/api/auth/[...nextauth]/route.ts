import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/auth-options';
import { tameRequest } from '@/lib/auth/tame-request';
import { newId } from '@/lib/domain/ids';
import { Problem } from '@/lib/domain/problems';
import { problemAnswer } from '@/lib/http/problem-answer';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

async function answer(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  // The library writes into the log here whatever anyone sends, and names are words.
  if (nextauth[0] === '_log' || !nextauth.every((part) => /^[\w-]+$/.test(part))) {
    return new Response(null, { status: 404 });
  }
  const handler = NextAuth(authOptions()) as Handler;
  try {
    return await handler(await tameRequest(request), context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, headers, body } = problemAnswer(error, newId('request'), runtime().env.appUrl);
    return new Response(body, { status, ...(headers && { headers }) });
  }
}

export { answer as GET, answer as POST };
