import path from 'node:path';

/** Files and folders whose pages have another path than the file. */
const PLACES: Readonly<Record<string, string>> = {
  'docs/errors/': '/docs/errors',
  'sdk/README.md': '/docs/client',
  'examples/shop/README.md': '/docs/example-shop',
};

/** The path of a file's page on the site; undefined for a file without a page. */
export function pagePath(file: string): string | undefined {
  const place = PLACES[file];
  if (place !== undefined) return place;
  const dashboard = /^app\/(dashboard\/.+)\/page\.tsx$/.exec(file)?.[1];
  if (dashboard !== undefined) return `/${dashboard}`;
  if (!/^docs\/.+\.md$/.test(file) || file.startsWith('docs/decisions/')) return undefined;
  return `/${file.slice(0, -'.md'.length)}`.replace(/\/README$/, '');
}

/**
 * The site's link for a link in a page's Markdown.
 *
 * @param from the page's file, such as `docs/errors/not_found.md`
 * @returns undefined for a link to a file without a page
 */
export function siteLink(from: string, target: string): string | undefined {
  if (/^(?:[a-z]+:|\/|#)/.test(target)) return target;
  const [file = '', anchor] = target.split('#');
  const page = pagePath(path.posix.join(path.posix.dirname(from), file));
  return page && (anchor === undefined ? page : `${page}#${anchor}`);
}

/**
 * The Markdown that the site serves for a page: its links also lead to Markdown, and a link to a file
 * without a page is plain text.
 */
export function servedMarkdown(from: string, markdown: string): string {
  return markdown.replace(/\[([^[\]]*)\]\(([^)\s]+)\)/g, (whole, text: string, target: string) => {
    const link = siteLink(from, target);
    if (link === undefined) return text;
    if (!link.startsWith('/')) return whole;
    if (!link.startsWith('/docs')) return `[${text}](${link})`;
    const [page = '', anchor] = link.split('#');
    return `[${text}](${markdownPath(page)}${anchor === undefined ? '' : `#${anchor}`})`;
  });
}

/** The path of a page's Markdown. */
export function markdownPath(page: string): string {
  return /\.\w+$/.test(page) ? page : `${page}.md`;
}
