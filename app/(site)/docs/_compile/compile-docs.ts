import { rehypeCode, remarkGfm, remarkHeading, remarkStructure } from 'fumadocs-core/mdx-plugins';
import type { TOCItemType } from 'fumadocs-core/toc';
import type { Root } from 'hast';
import { remark } from 'remark';
import remarkRehype from 'remark-rehype';
import { createCssVariablesTheme } from 'shiki';
import { VFile } from 'vfile';
import type { CompiledDocsPage, DocsFiles, MarkdownPage } from './docs-files';
import { nodeText } from './node-text';
import { readPages } from './read-pages';
import { rehypeDocsLayout } from './rehype-docs-layout';

/** Uses CSS variables as colors, so that the same HTML works in light and dark. */
const CODE_THEME = createCssVariablesTheme({ variablePrefix: '--code-' });

const CODE_OPTIONS = {
  themes: { light: CODE_THEME },
  defaultColor: 'light' as const,
  icon: false as const,
  tab: false,
  // No time limit: on a busy machine, a limit would leave code without colors.
  tokenizeTimeLimit: 0,
};

const SEARCHED = ['heading', 'paragraph', 'blockquote', 'tableCell', 'code'];

const processor = remark()
  .use(remarkGfm)
  .use(remarkHeading, { customId: false })
  .use(remarkStructure, { types: SEARCHED, stringify: nodeText })
  .use(remarkRehype)
  .use(rehypeCode, CODE_OPTIONS)
  .use(rehypeDocsLayout);

/**
 * Parses, highlights and lays out all documentation pages. Runs at build time, because it takes
 * seconds.
 *
 * @param root the root of the repository
 */
export async function compileDocs(root: string): Promise<DocsFiles> {
  const { pages, meta } = readPages(root);
  return [
    ...(await Promise.all(
      pages.map(async (page) => ({
        type: 'page' as const,
        path: page.path,
        data: await compilePage(page),
      })),
    )),
    ...Object.entries(meta).map(([path, data]) => ({ type: 'meta' as const, path, data })),
  ];
}

export async function compilePage({
  path,
  title,
  markdown,
  tryIt,
}: MarkdownPage): Promise<CompiledDocsPage> {
  const file = new VFile(markdown);
  const { children }: Root = await processor.run(processor.parse(file), file);
  const toc = file.data.toc as TOCItemType[];
  // Only pages of the API reference show their examples at the side.
  const at = path.startsWith('reference/')
    ? children.findIndex((node) => node.type === 'element' && node.properties.id === 'examples')
    : -1;
  const tree = (part: Root['children']): Root => ({ type: 'root', children: part });
  return {
    title: title ?? String(toc[0]?.title),
    markdown,
    body: tree(at < 0 ? children : children.slice(0, at)),
    ...(at >= 0 && { examples: tree(children.slice(at)) }),
    toc: toc.filter(({ depth }) => depth === 2),
    structuredData: file.data.structuredData ?? { headings: [], contents: [] },
    ...(tryIt && { tryIt }),
  };
}
