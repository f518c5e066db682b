import type { PaymentStanding, PaymentTerms } from '@/lib/domain/payment';
import { toSats } from '@/lib/domain/sats';
import type { Settlement } from '@/lib/domain/settle';
import type { CountedOutput } from './tally-in-memory';

export const NOON = new Date('2026-03-01T12:00:00Z');
export const atMinute = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
export const TIP = 100;

/** The customer has an hour to pay 100,000 satoshis, and 99,900 are enough. */
export const terms: PaymentTerms = {
  amount: toSats(100_000),
  required: toSats(99_900),
  requiredConfirmations: 3,
  expiresAt: atMinute(60),
};

export const PENDING: PaymentStanding = {
  status: 'pending',
  flags: [],
  received: toSats(0),
  txid: null,
  coveredHeight: null,
  canceledAt: null,
  announcedTxid: null,
};

export function countedOutput(sats: number, over: Partial<CountedOutput> = {}): CountedOutput {
  return {
    txid: 'a'.repeat(64),
    vout: 0,
    sats: toSats(sats),
    height: null,
    firstSeenAt: atMinute(1),
    ...over,
  };
}

export const txidOf = (letter: string) => letter.repeat(64);

/** Returns the types of a settlement's events. A repeated confirmation ends in "again". */
export const typesOf = ({ events }: Settlement) =>
  events.map(({ type, again }) => (again ? `${type} again` : type));
