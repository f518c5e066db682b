/** A wallet file, with the first addresses of the wallets that it may describe. */
export interface SampleFile {
  readonly name: string;
  readonly text: string;
  readonly addresses: readonly string[];
  /** Set if the file has a checksum or an address that proves its content. */
  readonly isProven?: true;
}
