import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/auth-options';

export const dynamic = 'force-dynamic';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

async function answer(request: Request, context: Context): Promise<Response> {
  // The library writes into the log here whatever anyone sends.
  if ((await context.params).nextauth[0] === '_log') return new Response(null, { status: 404 });
  const handler = NextAuth(authOptions()) as Handler;
  return handler(request, context);
}

export { answer as GET, answer as POST };
