import type { Root } from 'hast';
import type { TryOperation } from '../_try/try-operation';

/** A page of the documentation as the build compiled it. The server parses nothing. */
export interface CompiledPage {
  readonly path: string;
  readonly title: string;
  /** Its name in the navigation. */
  readonly label: string;
  readonly group: string;
  /** The page as Markdown, with links to the Markdown of other pages. */
  readonly markdown: string;
  readonly body: Root;
  readonly outline: readonly OutlineItem[];
  readonly sections: readonly Section[];
  /** Examples beside the text. */
  readonly aside?: Root;
  /** The operation that the page's form sends. */
  readonly tryIt?: TryOperation;
}

export interface OutlineItem {
  readonly title: string;
  /** `#` and the heading's id. */
  readonly url: string;
  readonly depth: number;
}

/** What the search finds: a heading and the plain text below it. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** Placeholder in compiled pages for the address of the server that shows them. */
export const SERVER_URL = 'https://blocktally.invalid';
