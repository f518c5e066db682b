interface Crawl {
  readonly dead: readonly string[];
  readonly reached: ReadonlySet<string>;
}

const crawls = new Map<string, Promise<Crawl>>();

/**
 * Follows all links under /docs. Returns the linked paths, and descriptions of dead links and
 * repeated ids. Crawls each server only once.
 */
export function crawlDocs(base: string): Promise<Crawl> {
  const crawled = crawls.get(base) ?? crawl(base);
  crawls.set(base, crawled);
  return crawled;
}

async function crawl(base: string): Promise<Crawl> {
  const dead: string[] = [];
  const reached = new Set(['/docs']);
  const anchors: { from: string; path: string; id: string }[] = [];
  const ids = new Map<string, ReadonlySet<string>>();
  // This loop also visits the paths that it adds to the set.
  for (const path of reached) {
    const response = await fetch(base + path);
    const text = await response.text();
    if (response.status !== 200) dead.push(`${path} answers ${response.status}`);
    if (!response.headers.get('content-type')?.startsWith('text/html')) continue;
    const found = valuesOf(text, 'id');
    const repeated = found.filter((id, at) => found.indexOf(id) !== at);
    if (repeated.length > 0) dead.push(`${path} has ${repeated.join(', ')} twice`);
    ids.set(path, new Set(found));
    for (const href of path.startsWith('/docs') ? valuesOf(text, 'href') : []) {
      const url = new URL(href.replaceAll('&amp;', '&'), base + path);
      if (url.origin !== base || url.pathname.startsWith('/_next/')) continue;
      reached.add(url.pathname);
      if (url.hash) anchors.push({ from: path, path: url.pathname, id: url.hash.slice(1) });
    }
  }
  for (const { from, path, id } of anchors) {
    if (!ids.get(path)?.has(decodeURIComponent(id))) dead.push(`${from} links to ${path}#${id}`);
  }
  return { dead, reached };
}

function valuesOf(html: string, name: string): string[] {
  const markup = html.replace(/<script[^>]*>.*?<\/script>/gs, '');
  return [...markup.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value = '']) => value);
}
