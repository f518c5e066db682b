import { library } from '@/app/(site)/docs/_library/library';
import { servedMarkdown } from '@/app/(site)/docs/_library/links';

interface Context {
  readonly params: Promise<{ readonly page?: readonly string[] }>;
}

export const dynamic = 'force-dynamic';

/** A page of the documentation as Markdown: next.config.mjs leads `/docs/….md` here. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const path = ['/docs', ...((await params).page ?? [])].join('/');
  const page = (await library()).byPath.get(path);
  if (!page) return new Response('There is no such page.\n', { status: 404 });
  const examples = page.aside?.replace(/^## /gm, '## Example: ') ?? '';
  return new Response(
    `${servedMarkdown(page.file, [page.markdown.trim(), examples].join('\n\n').trim())}\n`,
    {
      headers: { 'content-type': 'text/markdown; charset=utf-8' },
    },
  );
}
