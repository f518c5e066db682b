import { docsSource } from '@/app/(site)/docs/_site/source';

interface Context {
  readonly params: Promise<{ readonly page?: string[] }>;
}

export const dynamic = 'force-dynamic';

/**
 * Returns a documentation page as Markdown. next.config.mjs rewrites `/docs/….md` to this route.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const page = docsSource().getPage((await params).page);
  if (!page) return new Response('There is no such page.\n', { status: 404 });
  return new Response(page.data.markdown, {
    headers: { 'content-type': 'text/markdown; charset=utf-8' },
  });
}
