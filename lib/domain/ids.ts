const PREFIXES = {
  merchant: 'mer',
  wallet: 'wal',
  apiKey: 'key',
  secret: 'sec',
  signingSecret: 'sgn',
  payment: 'pay',
  checkout: 'co',
  link: 'lnk',
  refund: 'rfd',
  event: 'evt',
  delivery: 'dlv',
  request: 'req',
  user: 'usr',
  session: 'ses',
  device: 'dev',
  invitation: 'inv',
  auditEntry: 'act',
  savedView: 'viw',
  pairing: 'par',
  storeWebhook: 'whk',
  mail: 'eml',
  channel: 'chn',
  passwordReset: 'rst',
  passkey: 'psk',
} as const;

export type IdKind = keyof typeof PREFIXES;

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const LENGTH = 22;

/** Returns a prefix and 22 base62 characters, about 131 bits of randomness. */
export function newId(kind: IdKind): string {
  return `${PREFIXES[kind]}_${randomBase62(LENGTH)}`;
}

const form = (prefix: string) => new RegExp(`^${prefix}_[0-9A-Za-z]{${LENGTH}}$`);

export function idPattern(kind: IdKind): RegExp {
  return form(PREFIXES[kind]);
}

const ID = form(`(?:${Object.values(PREFIXES).join('|')})`);

/** Whether a text looks like an identifier. No API key or other secret does. */
export function isId(text: string): boolean {
  return ID.test(text);
}

/** Returns random characters of [0-9A-Za-z], all equally likely: other bytes are discarded. */
export function randomBase62(length: number): string {
  let out = '';
  while (out.length < length) {
    const byte = randomByte();
    if (byte < 248) out += BASE62[byte % 62];
  }
  return out;
}

const POOL_BYTES = 4_096;
let pool = new Uint8Array(0);
let used = 0;

/** Reads from a buffer, because requesting few random bytes takes as long as thousands. */
function randomByte(): number {
  if (used === pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES));
    used = 0;
  }
  const byte = pool[used] ?? 0;
  pool[used] = 0;
  used += 1;
  return byte;
}
