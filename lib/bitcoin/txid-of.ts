import { ScanError, scanTransaction } from './scan';

/** Returns undefined unless the bytes are a serialized transaction. */
export function txidOf(bytes: Uint8Array): string | undefined {
  try {
    return scanTransaction(bytes).txid();
  } catch (error) {
    if (error instanceof ScanError) return undefined;
    throw error;
  }
}
