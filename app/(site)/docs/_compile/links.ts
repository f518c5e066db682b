import path from 'node:path';

export const PAGES_OUTSIDE_DOCS: Readonly<Record<string, string>> = {
  'sdk/README.md': 'client.md',
  'examples/shop/README.md': 'example-shop.md',
};

/** Matches code first, so that links inside code stay unchanged. */
const CODE_OR_LINK = /```.*?```|`[^`\n]*`|\[((?:`[^`]*`|[^[\]`])*)\]\(([^)\s]+)\)/gs;

/**
 * Rewrites a file's links for the site. A link to a page leads to that page's Markdown; a link to a
 * file without a page becomes plain text.
 *
 * @param file its path in the repository, such as `docs/errors/not_found.md`
 */
export function rewriteLinksForSite(file: string, markdown: string): string {
  return markdown.replace(CODE_OR_LINK, (whole, text?: string, target?: string) => {
    if (text === undefined || target === undefined || /^(?:[a-z]+:|#)/.test(target)) return whole;
    const [name = '', anchor] = target.split('#');
    const page = name.startsWith('/')
      ? name.replace(/^\/docs[^.]*$/, '$&.md')
      : addressOf(path.posix.join(path.posix.dirname(file), name));
    return page ? `[${text}](${page}${anchor === undefined ? '' : `#${anchor}`})` : text;
  });
}

function addressOf(file: string): string | undefined {
  const elsewhere = PAGES_OUTSIDE_DOCS[file];
  if (elsewhere) return `/docs/${elsewhere}`;
  const dashboard = /^app(\/dashboard\/.+)\/page\.tsx$/.exec(file)?.[1];
  if (dashboard) return dashboard;
  const [, page] = /^(docs\/(?!decisions\/).+)(?:\.md|\/)$/.exec(file) ?? [];
  return page && `/${page}.md`.replace('/README.md', '.md');
}
