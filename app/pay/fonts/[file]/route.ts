import { fontFile } from '../../_page/assets';

interface Context {
  readonly params: Promise<{ readonly file: string }>;
}

/** The payment page is not a Next.js page, so it cannot use next/font. */
export async function GET(_: Request, { params }: Context) {
  const bytes = fontFile((await params).file);
  if (!bytes) return new Response(null, { status: 404 });
  return new Response(bytes, {
    headers: {
      'content-type': 'font/woff2',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
}
