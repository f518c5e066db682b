import { docsPages } from '@/app/(site)/docs/_site/source';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/** Every page of the documentation for readers that are programs (llmstxt.org). */
export function GET(): Response {
  const { appUrl } = runtime().env;
  const pages = docsPages();
  const groups = [...new Set(pages.map(({ group }) => group))];
  const text = [
    '# Blocktally',
    '> Blocktally accepts on-chain Bitcoin payments into the merchant’s own wallet. A shop’s backend creates a payment over REST, the customer pays, Blocktally watches the chain and tells the shop by signed webhook.',
    `The API is described in OpenAPI 3.1: ${publicUrl(appUrl, '/v1/openapi.json')}`,
    ...groups.map((group) =>
      [
        `## ${group}`,
        '',
        ...pages
          .filter((page) => page.group === group)
          .map(({ title, path }) => `- [${title}](${publicUrl(appUrl, `${path}.md`)})`),
      ].join('\n'),
    ),
  ].join('\n\n');
  return new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
