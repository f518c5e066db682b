import { redirectToProvider } from '@/lib/auth/redirect-to-provider';

export const dynamic = 'force-dynamic';

/**
 * Redirects requests from other sites to the sign-in page, because they must not start a sign-in.
 */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ provider: string }> },
): Promise<Response> {
  const callbackUrl = new URL(request.url).searchParams.get('callbackUrl');
  if (request.headers.get('sec-fetch-site') === 'cross-site') {
    return new Response(null, { status: 303, headers: { location: '/sign-in' } });
  }
  const { provider } = await params;
  const started = await redirectToProvider(provider, callbackUrl);
  return started ?? new Response(null, { status: 404 });
}
