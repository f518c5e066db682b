import { startProvider } from '@/lib/auth/start-provider';

export const dynamic = 'force-dynamic';

/** A link of the sign-in page; from another site's page it leads there first. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ provider: string }> },
): Promise<Response> {
  const callbackUrl = new URL(request.url).searchParams.get('callbackUrl');
  if (request.headers.get('sec-fetch-site') === 'cross-site') {
    return new Response(null, { status: 303, headers: { location: '/sign-in' } });
  }
  const { provider } = await params;
  const started = await startProvider(provider, callbackUrl);
  return started ?? new Response(null, { status: 404 });
}
