import type { TryOperation } from '../_try/try-operation';

/** A page of the documentation as it is written, or made from the API's description. */
export interface PageSource {
  readonly path: string;
  /** What the navigation calls it. */
  readonly label: string;
  readonly group: string;
  /** The file it stands in, or would; links of the text are relative to it. */
  readonly file: string;
  readonly markdown: string;
  /** Examples that stand beside the text. */
  readonly aside?: string;
  readonly tryIt?: TryOperation;
}
