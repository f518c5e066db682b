import type { Locator } from '@playwright/test';
import { PNG } from 'pngjs';
import { decodeQR } from 'qr/decode.js';

export async function readQr(code: Locator): Promise<string> {
  const { data, width, height } = PNG.sync.read(await code.screenshot());
  return decodeQR({ data: new Uint8ClampedArray(data), width, height });
}

/** Parses a payment URI (BIP 21). */
export function parsePaymentUri(uri: string): { address: string; sats: number } {
  const match = /^bitcoin:([a-z0-9]+)(?:\?amount=(\d+)(?:\.(\d{1,8}))?)?/i.exec(uri);
  if (!match) throw new Error(`no payment URI: ${uri}`);
  const [, address = '', whole = '0', fraction = ''] = match;
  return { address: address.toLowerCase(), sats: Number(whole + fraction.padEnd(8, '0')) };
}
