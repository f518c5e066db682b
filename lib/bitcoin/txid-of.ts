import { ScanError, scanTransaction } from './scan';

/** Returns the txid of a serialized transaction; undefined for any other bytes. */
export function txidOf(bytes: Uint8Array): string | undefined {
  try {
    return scanTransaction(bytes).txid();
  } catch (error) {
    if (error instanceof ScanError) return undefined;
    throw error;
  }
}
