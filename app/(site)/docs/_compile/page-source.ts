import type { TryOperation } from '../_try/try-operation';

/** A page of the documentation, from a file or generated from the OpenAPI document. */
export interface PageSource {
  readonly path: string;
  /** Its name in the navigation. */
  readonly label: string;
  readonly group: string;
  /** Its file, or for a generated page the file it would have; links are relative to it. */
  readonly file: string;
  readonly markdown: string;
  /** Examples beside the text. */
  readonly aside?: string;
  readonly tryIt?: TryOperation;
}
