import { llms } from 'fumadocs-core/source/llms';
import { docsSource } from '@/app/(site)/docs/_site/source';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/** Returns the whole documentation for programs (llmstxt.org). */
export async function GET(): Promise<Response> {
  const { appUrl } = runtime().env;
  const list = (await llms(docsSource()).index())
    .replaceAll(/\]\((\/[^)]+)\)/g, (_, path: string) => `](${publicUrl(appUrl, `${path}.md`)})`)
    .replaceAll(/^- \*\*(.+)\*\*$/gm, '## $1\n');
  const text = `${list}\n\nThe API in OpenAPI 3.1: ${publicUrl(appUrl, '/v1/openapi.json')}\n`;
  return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
