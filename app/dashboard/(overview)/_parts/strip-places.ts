import type { CSSProperties } from 'react';
import type { OverviewAnswer } from '@/lib/http/answers/overview';
import { satsScale } from './sats-scale';

export type Strip = OverviewAnswer['block_strip'];
export type StripBlock = Strip['blocks'][number];
export type OpenPayment = Strip['open'][number];

/** The place of a column or cell: 0 is the newest block, 1 the next. */
export function placed(at: number): CSSProperties {
  return { '--at': at } as CSSProperties;
}

/** A confirmation of an open payment. */
export interface StripCell {
  readonly at: number;
  readonly filled: boolean;
}

/**
 * The place of each confirmation of a payment. What is in the mempool is placed as if the next block
 * took it.
 */
export function cellsOf(payment: OpenPayment, tip: number): StripCell[] {
  const first = (payment.covered_height ?? tip + 1) - tip;
  return Array.from({ length: payment.required_confirmations }, (_, place) => ({
    at: first + place,
    filled: first + place <= 0,
  }));
}

/** The block that confirms a payment, or would if the next block took it. */
export function confirmingHeight(payment: OpenPayment, tip: number): number {
  return (payment.covered_height ?? tip + 1) + payment.required_confirmations - 1;
}

/** The height of the smallest amount, so that it is seen. */
const LEAST = 0.08;

/** The height of a block's column, from 0 to 1, by what it confirmed. */
export function columnHeights(blocks: readonly StripBlock[]): number[] {
  const scale = satsScale(Math.max(...blocks.map(({ sats }) => sats)), [LEAST, 1]);
  return blocks.map(({ sats }) => (sats === 0 ? 0 : scale(sats)));
}

type Reorg = OverviewAnswer['chains'][number]['reorgs'][number];

/** The newest reorg, while a block that it replaced is one of the strip's. */
export function shownReorg(reorgs: readonly Reorg[], blocks: readonly StripBlock[]) {
  const [newest] = reorgs;
  const lowest = blocks[0]?.height ?? Number.POSITIVE_INFINITY;
  return newest && newest.fork_height + 1 >= lowest ? newest : undefined;
}
