import type { Root } from 'hast';
import type { TryOperation } from '../_try/try-operation';

/** A page of the documentation as the build leaves it: nothing of it is parsed while serving. */
export interface CompiledPage {
  readonly path: string;
  readonly title: string;
  /** What the navigation calls it. */
  readonly label: string;
  readonly group: string;
  /** The page by itself, with links to other pages' Markdown. */
  readonly markdown: string;
  readonly body: Root;
  readonly outline: readonly OutlineItem[];
  readonly sections: readonly Section[];
  /** Examples that stand beside the text. */
  readonly aside?: Root;
  /** An operation that can be tried out on the page. */
  readonly tryIt?: TryOperation;
}

export interface OutlineItem {
  readonly title: string;
  /** `#` and the heading's id. */
  readonly url: string;
  readonly depth: number;
}

/** What the search finds: a heading and the plain text under it. */
export interface Section {
  readonly id: string;
  readonly heading: string;
  readonly text: string;
}

/** Stands in compiled pages for the address of the server that shows them. */
export const SERVER_URL = 'https://blocktally.invalid';
