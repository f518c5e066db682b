export interface SampleFile {
  readonly name: string;
  readonly text: string;
  readonly addresses: readonly string[];
  /** True if a checksum or an address in the file proves its content. */
  readonly isProven?: true;
}
