import { rehypeCode, remarkGfm, remarkHeading, remarkStructure } from 'fumadocs-core/mdx-plugins';
import type { Root } from 'hast';
import { remark } from 'remark';
import remarkRehype from 'remark-rehype';
import { createCssVariablesTheme } from 'shiki';
import { VFile } from 'vfile';
import type { CompiledPage, OutlineItem, Section } from './compiled-page';
import { layOut, type Place } from './lay-out';
import { servedMarkdown } from './links';
import type { PageSource } from './page-source';
import { pageSources } from './page-sources';
import { textOf } from './text-of';

/** Its colors are CSS variables, so that one text works in both themes. */
const CODE_THEME = createCssVariablesTheme({ variablePrefix: '--code-' });

const CODE_OPTIONS = {
  themes: { light: CODE_THEME },
  defaultColor: 'light' as const,
  icon: false as const,
  tab: false,
  // No time limit: on a busy machine it would leave code without colors.
  tokenizeTimeLimit: 0,
};

const SEARCHED = ['heading', 'paragraph', 'blockquote', 'tableCell', 'code'];

/**
 * Parses, highlights and lays out every page of the documentation. It takes seconds, so it runs in
 * the build.
 *
 * @param root the checkout
 */
export async function compileDocs(root: string): Promise<CompiledPage[]> {
  return Promise.all((await pageSources(root)).map(compilePage));
}

export async function compilePage(source: PageSource): Promise<CompiledPage> {
  const { path, label, group, file, markdown, aside, tryIt } = source;
  const { body, outline, sections } = await compile(markdown, { file, name: 'this page' });
  return {
    path,
    title: outline.find(({ depth }) => depth === 1)?.title ?? label,
    label,
    group,
    markdown: standalone(source),
    body,
    outline: outline.filter(({ depth }) => depth === 2),
    sections,
    ...(aside !== undefined && {
      aside: (await compile(aside, { file, name: 'the examples' })).body,
    }),
    ...(tryIt && { tryIt }),
  };
}

async function compile(markdown: string, place: Place) {
  const file = new VFile(markdown);
  const processor = remark()
    .use(remarkGfm)
    .use(remarkHeading, { customId: false })
    .use(remarkStructure, { types: SEARCHED, stringify: textOf })
    .use(remarkRehype)
    .use(rehypeCode, CODE_OPTIONS)
    .use(layOut, place);
  const body: Root = await processor.run(processor.parse(file), file);
  const outline = file.data.toc as OutlineItem[];
  return { body, outline, sections: sectionsOf(file) };
}

/** The plain text below each heading. */
function sectionsOf({ data: { structuredData } }: VFile): Section[] {
  const { headings = [], contents = [] } = structuredData ?? {};
  return headings.map(({ id, content: heading }) => {
    const own = contents.filter((part) => part.heading === id);
    return {
      id,
      heading,
      text: own
        .map(({ content }) => content)
        .join(' ')
        .replace(/\s+/g, ' '),
    };
  });
}

/** The page as Markdown. */
function standalone({ file, markdown, aside = '' }: PageSource): string {
  const examples = aside.replace(/^## /gm, '## Example: ');
  return `${servedMarkdown(file, [markdown.trim(), examples].join('\n\n').trim())}\n`;
}
