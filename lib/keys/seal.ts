import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { apiKey, apiKeySecret, merchantWallet, wallet } from '@/db/schema/accounts';
import type { greenfieldKey } from '@/db/schema/greenfield';
import type { paymentLink } from '@/db/schema/links';
import type { payment } from '@/db/schema/payments';
import type { refund } from '@/db/schema/refunds';
import { Problem } from '@/lib/domain/problems';
import { oncePerProcess, setProcessValue } from '@/lib/once-per-process';

export const SEALED_PAYMENT_COLUMNS = [
  'id',
  'checkoutId',
  'apiKeyId',
  'network',
  'address',
  'script',
  'walletId',
  'derivationIndex',
  'paymentLinkId',
  'followsPaymentId',
] as const;
const REFUND_FACTS = [
  'id',
  'paymentId',
  'apiKeyId',
  'network',
  'amountSats',
  'price',
  'address',
  'script',
  'formerScripts',
] as const;

type WalletFacts = Pick<typeof wallet.$inferSelect, 'network' | 'descriptor' | 'template'>;

interface Sealed {
  readonly payment: Pick<typeof payment.$inferSelect, (typeof SEALED_PAYMENT_COLUMNS)[number]>;
  readonly refund: Pick<typeof refund.$inferSelect, (typeof REFUND_FACTS)[number]>;
  readonly api_key: Pick<typeof apiKey.$inferSelect, 'id' | 'merchantId' | 'walletId'> &
    WalletFacts;
  readonly merchant_wallet: Pick<typeof merchantWallet.$inferSelect, 'merchantId' | 'walletId'> &
    WalletFacts &
    Pick<typeof wallet.$inferSelect, 'firstAddresses'>;
  readonly api_key_secret: Pick<typeof apiKeySecret.$inferSelect, 'hash' | 'apiKeyId'>;
  readonly greenfield_key: Pick<typeof greenfieldKey.$inferSelect, 'hash' | 'apiKeyId'>;
  readonly payment_link: Pick<typeof paymentLink.$inferSelect, 'id' | 'apiKeyId'>;
}
export type SealedKind = keyof Sealed;

/**
 * The facts that a seal covers: the kind of row, its owner, and where its money goes. A payment's
 * amount is left out, because a changed amount redirects nothing. A refund's amount is covered,
 * because the merchant sends it.
 */
const FACTS: { readonly [K in SealedKind]: readonly (keyof Sealed[K])[] } = {
  payment: SEALED_PAYMENT_COLUMNS,
  refund: REFUND_FACTS,
  api_key: ['id', 'merchantId', 'walletId', 'network', 'descriptor', 'template'],
  merchant_wallet: [
    'merchantId',
    'walletId',
    'network',
    'descriptor',
    'template',
    'firstAddresses',
  ],
  api_key_secret: ['hash', 'apiKeyId'],
  greenfield_key: ['hash', 'apiKeyId'],
  payment_link: ['id', 'apiKeyId'],
};

export type SealedFacts<K extends SealedKind> = Sealed[K];
type Owned = { readonly seal: string };

/**
 * A row whose seal does not match, or a wallet for which two implementations derive different
 * addresses.
 */
export interface AlteredRow {
  readonly kind: SealedKind | 'wallet';
  /**
   * The id of the row. For a secret, it is the key's id; for a merchant's wallet, the wallet's id.
   */
  readonly id: string;
  /** The owner that the row contains now. Somebody may have altered it. */
  readonly owner: { readonly apiKeyId: string } | { readonly merchantId: string };
}

/** Seals rows with HMAC-SHA-256 (RFC 2104), cut to 128 bits. */
export interface Seals {
  of<K extends SealedKind>(kind: K, row: Sealed[K]): string;
  matches<K extends SealedKind>(kind: K, row: Sealed[K] & Owned): boolean;
}

const VERSION = 'v1';
const TAG_BYTES = 16;

/** Returns seals under a key derived (HKDF-SHA-256) from the server's secret key. */
export function createSeals(secretKey: Uint8Array): Seals {
  const key = Buffer.from(hkdfSync('sha256', secretKey, '', 'blocktally seals v1', 32));
  const seals: Seals = {
    of(kind, row) {
      const facts = FACTS[kind].map((name) => plain(row[name]));
      const tag = createHmac('sha256', key)
        .update(JSON.stringify([kind, ...facts]))
        .digest();
      return `${VERSION}.${tag.subarray(0, TAG_BYTES).toString('base64url')}`;
    },
    matches(kind, row) {
      const [own, right] = [Buffer.from(row.seal), Buffer.from(seals.of(kind, row))];
      return own.length === right.length && timingSafeEqual(own, right);
    },
  };
  return seals;
}

/** Sorts an object's members, because jsonb does not keep their order. */
function plain(value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)) : value;
}

interface OwnSeals {
  readonly seals: Seals;
  readonly onAltered: (row: AlteredRow) => void;
}

/**
 * Sets the seals of this process. Functions that read rows do not take the seals as an argument, so
 * no caller can read a row without a check.
 */
export function setProcessSeals(seals: Seals, onAltered: (row: AlteredRow) => void): void {
  setProcessValue('seals', { seals, onAltered } satisfies OwnSeals);
}

function own(): OwnSeals {
  return oncePerProcess('seals', () => {
    throw new Error('createRuntime sets the seals of a process before it reads rows');
  });
}

export function sealOf<K extends SealedKind>(kind: K, row: Sealed[K]): string {
  return own().seals.of(kind, row);
}

export function withSeal<K extends SealedKind, R extends Sealed[K]>(
  kind: K,
  row: R,
): R & { readonly seal: string } {
  return { ...row, seal: sealOf(kind, row) };
}

/** Whether the server wrote a row in its present form. An altered row is reported. */
export function isIntact<K extends SealedKind>(kind: K, row: Sealed[K] & Owned): boolean {
  const { seals, onAltered } = own();
  if (seals.matches(kind, row)) return true;
  onAltered(toAlteredRow(kind, row));
  return false;
}

/**
 * Returns a row if the server wrote it in its present form.
 *
 * @throws Problem `address_not_verified`, after a report
 */
export function requireIntact<K extends SealedKind, R extends Sealed[K] & Owned>(
  kind: K,
  row: R,
): R {
  if (isIntact(kind, row)) return row;
  throw alteredRowProblem(toAlteredRow(kind, row));
}

/** Reports an altered row, and returns the problem that refuses its addresses. */
export function reportAlteration(row: AlteredRow): Problem {
  own().onAltered(row);
  return alteredRowProblem(row);
}

/** Returns the problem that refuses a row, which may contain an attacker's address. */
export function alteredRowProblem({ kind, id }: Pick<AlteredRow, 'kind' | 'id'>): Problem {
  return new Problem(
    'address_not_verified',
    `The ${kind} ${id} does not match its seal: somebody changed it in the database, or SECRET_KEY was replaced. Pay nothing to its address, and tell the operator of this server.`,
  );
}

export function toAlteredRow<K extends SealedKind>(kind: K, row: Sealed[K]): AlteredRow {
  const named: Partial<Record<'id' | 'apiKeyId' | 'merchantId' | 'walletId', string | null>> = row;
  const id = named.id ?? named.walletId ?? named.apiKeyId ?? '';
  const { apiKeyId, merchantId } = named;
  if (merchantId) return { kind, id, owner: { merchantId } };
  return { kind, id, owner: { apiKeyId: apiKeyId ?? '' } };
}
