import { posix } from 'node:path';
import { loader, type MetaData, type PageData, type StaticSource } from 'fumadocs-core/source';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';
import { type CompiledPage, SERVER_URL } from '../_compile/compiled-page';
import compiled from '../_compile/print-compiled.ts?compiled';

/** /docs, and the folders below it that have their own page. */
const FOLDERS = ['', 'reference', 'errors'];

let source: ReturnType<typeof loadSource> | undefined;

/** The compiled documentation, with this server's address in its examples. */
export function docsSource() {
  source ??= loadSource(publicUrl(runtime().env.appUrl, ''));
  return source;
}

/** Every page, in reading order. */
export function docsPages(): CompiledPage[] {
  return docsSource()
    .getPages()
    .map(({ data }) => data.page);
}

/** A page by its path; undefined when there is none. */
export function docsPage(path: string): CompiledPage | undefined {
  return docsSource().getPageByUrl(path)?.data.page;
}

/** @param serverUrl without a slash at its end */
function loadSource(serverUrl: string) {
  const pages: CompiledPage[] = JSON.parse(compiled.replaceAll(SERVER_URL, serverUrl));
  const named = pages.map((page) => ({ page, name: page.path.split('/').slice(2).join('/') }));
  const files = named.map(({ page, name }) => ({
    type: 'page' as const,
    path: `${FOLDERS.includes(name) ? posix.join(name, 'index') : name}.md`,
    data: { title: page.label, page },
  }));
  const folders = FOLDERS.map((folder) => ({
    type: 'meta' as const,
    path: posix.join(folder, 'meta.json'),
    data: { pages: contentsOf(folder, named) },
  }));
  const source: StaticSource<{ pageData: PageData & { page: CompiledPage }; metaData: MetaData }> =
    {
      files: [...files, ...folders],
    };
  return loader(source, { baseUrl: '/docs' });
}

/** The pages of a folder in order, with each group's name before its first page. */
function contentsOf(
  folder: string,
  named: readonly { readonly page: CompiledPage; readonly name: string }[],
): string[] {
  let last: string | undefined;
  return named.flatMap(({ page: { group }, name }) => {
    const [base = '', ...above] = name.split('/').reverse();
    if (above.reverse().join('/') !== folder) return [];
    const heading = group === last ? [] : [`---${group}---`];
    last = group;
    return [...heading, base || 'index'];
  });
}
