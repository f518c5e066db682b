import type { StructuredData } from 'fumadocs-core/mdx-plugins';
import type { MetaData, PageData, StaticSource } from 'fumadocs-core/source';
import type { TOCItemType } from 'fumadocs-core/toc';
import type { Root } from 'hast';
import type { TryOperation } from '../_try/try-operation';

/**
 * The documentation in the form that Fumadocs' loader expects: compiled pages, and the order of
 * each folder.
 */
export type DocsFiles = StaticSource<{ pageData: CompiledDocsPage; metaData: MetaData }>['files'];

/** A page compiled at build time. The server parses no Markdown. */
export interface CompiledDocsPage extends PageData {
  readonly title: string;
  /** The Markdown that is served to programs. Its links lead to the Markdown of other pages. */
  readonly markdown: string;
  readonly body: Root;
  /** The examples on a page of the API reference. Wide screens show them at the side. */
  readonly examples?: Root;
  readonly toc: readonly TOCItemType[];
  readonly structuredData: StructuredData;
  readonly tryIt?: TryOperation;
}

export interface MarkdownPage {
  /** The path of the page below /docs, written as a file name: `errors/not_found.md`. */
  readonly path: string;
  /** The name of the page in the navigation; by default its heading. */
  readonly title?: string;
  readonly markdown: string;
  readonly tryIt?: TryOperation;
}

/** A placeholder in compiled pages. Each server replaces it with its own URL. */
export const SERVER_URL = 'https://blocktally.invalid';
