import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { MetaData } from 'fumadocs-core/source';
import { type MarkdownPage, SERVER_URL } from './docs-files';
import { PAGES_OUTSIDE_DOCS, rewriteLinksForSite } from './links';
import { readReference } from './reference/reference-pages';

/** The server address in the documentation's source files. Each server shows its own instead. */
const DEFAULT_URL = 'http://localhost:3000';

interface Pages {
  readonly pages: readonly MarkdownPage[];
  /** Each folder's page order, keyed by the path of its meta.json. */
  readonly meta: Readonly<Record<string, MetaData>>;
}

/**
 * Reads the Markdown files and generates the API reference. docs/meta.json defines the order of the
 * navigation.
 *
 * @param root the root of the repository
 */
export function readPages(root: string): Pages {
  const names = [
    ...readdirSync(path.join(root, 'docs')),
    ...readdirSync(path.join(root, 'docs/errors')).map((name) => `errors/${name}`),
  ].filter((name) => name.endsWith('.md'));
  const files = [
    ...names.map((name) => [`docs/${name}`, name] as const),
    ...Object.entries(PAGES_OUTSIDE_DOCS),
  ];
  const reference = readReference(new URL(SERVER_URL));
  return {
    pages: [...files.map(([file, name]) => readPage(root, file, name)), ...reference.pages],
    meta: {
      'meta.json': JSON.parse(readFileSync(path.join(root, 'docs/meta.json'), 'utf8')),
      'reference/meta.json': reference.meta,
      'errors/meta.json': { pages: ['---Errors---', '...'] },
    },
  };
}

function readPage(root: string, file: string, name: string): MarkdownPage {
  const text = inlineExamples(root, readFileSync(path.join(root, file), 'utf8'));
  const markdown = rewriteLinksForSite(file, text).replaceAll(DEFAULT_URL, SERVER_URL);
  const [, code] = /^errors\/([a-z_]+)\.md$/.exec(name) ?? [];
  return { path: name.replace('README', 'index'), markdown, ...(code && { title: code }) };
}

/** A line that consists only of a link to an example. */
const EXAMPLE = /^\[`(examples\/\S+)`\]\(\S+\)$/gm;

/** Replaces each link to an example with the example's text. */
export function inlineExamples(root: string, markdown: string): string {
  return markdown.replace(EXAMPLE, (_, file: string) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    return `\`${file}\`:\n\n\`\`\`${path.extname(file).slice(1)}\n${text}\`\`\``;
  });
}
