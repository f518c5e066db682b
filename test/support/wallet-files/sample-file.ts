/** A wallet file, and the first addresses of the wallets that it could describe. */
export interface SampleFile {
  readonly name: string;
  readonly text: string;
  readonly addresses: readonly string[];
  /** True if a checksum or an address in the file proves its content. */
  readonly isProven?: true;
}
