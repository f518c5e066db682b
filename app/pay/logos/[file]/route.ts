import { logPaymentPageError, readLogo } from '@/lib/payments/public';

export const dynamic = 'force-dynamic';

interface Context {
  readonly params: Promise<{ readonly file: string }>;
}

/** The URL contains a hash, so browsers may cache the logo without a time limit. */
export async function GET(_: Request, { params }: Context) {
  const [, hash = ''] = /^(\w+)\.png$/.exec((await params).file) ?? [];
  try {
    const bytes = await readLogo(hash);
    if (!bytes) return new Response(null, { status: 404 });
    return new Response(new Uint8Array(bytes), {
      headers: {
        'content-type': 'image/png',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      },
    });
  } catch (error) {
    logPaymentPageError(error);
    return new Response(null, { status: 503 });
  }
}
