import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { runtime } from '@/lib/runtime';
import { referencePages } from '../_reference/reference-pages';
import type { TryOperation } from '../_try/try-operation';
import { CONTENTS } from './contents';
import { errorsIndex } from './errors-index';
import { pagePath } from './links';

/** A page of the documentation. */
export interface DocPage {
  readonly path: string;
  readonly title: string;
  /** What the navigation calls it. */
  readonly label: string;
  readonly group: string;
  /** The file it stands in, or would; links of the text are relative to it. */
  readonly file: string;
  readonly markdown: string;
  /** Examples that stand beside the text. */
  readonly aside?: string;
  /** An operation that can be tried out on the page. */
  readonly tryIt?: TryOperation;
}

export interface Library {
  /** In the order in which they are read. */
  readonly pages: readonly DocPage[];
  readonly byPath: ReadonlyMap<string, DocPage>;
}

// next.config.mjs names the pages; tracing these reads would take the whole checkout along.
const ROOT = path.join(/* turbopackIgnore: true */ process.cwd());

let loaded: Promise<Library> | undefined;

/** All pages. They come with the program, so they are read once. */
export function library(): Promise<Library> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Library> {
  const written = CONTENTS.flatMap(({ group, pages }) =>
    pages.map(({ file, label }) => readPage(path.posix.join('docs', file), group, label)),
  );
  const errors = (await readdir(path.join(ROOT, 'docs', 'errors')))
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readPage(`docs/errors/${name}`, 'Errors', path.basename(name, '.md')));
  const pages = [
    ...(await Promise.all(written)),
    ...referencePages(runtime().env.appUrl),
    errorsIndex(),
    ...(await Promise.all(errors)),
  ];
  return { pages, byPath: new Map(pages.map((page) => [page.path, page])) };
}

async function readPage(file: string, group: string, label: string): Promise<DocPage> {
  const markdown = await readFile(path.join(ROOT, file), 'utf8');
  return { path: pagePath(file) ?? '', title: titleOf(markdown), label, group, file, markdown };
}

/** The text of the first heading. */
export function titleOf(markdown: string): string {
  return /^# (.+)$/m.exec(markdown)?.[1] ?? 'Documentation';
}
