/** A file of a wallet, and the first addresses of the wallets that it may mean. */
export interface SampleFile {
  readonly name: string;
  readonly text: string;
  readonly addresses: readonly string[];
  /** The file proves itself by a checksum or an address. */
  readonly isProven?: true;
}
