import { confirmations } from '@/lib/domain/confirmations';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';

/** A payment that test/integration/payments/replay.test.ts recorded on the sandbox. */
export interface PaymentRecording {
  readonly amount_sats: number;
  readonly required_confirmations: number;
  readonly frames: readonly ReplayFrame[];
}

export interface ReplayFrame {
  readonly what: 'create' | 'pay' | 'mine' | 'reorg';
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly covered_height: number | null;
  readonly events: readonly string[];
  /** Oldest first. */
  readonly blocks: readonly { readonly height: number; readonly id: number }[];
}

export function newestBlockHeight({ blocks }: ReplayFrame): number {
  return blocks.at(-1)?.height ?? 0;
}

export function frameCaption(frame: ReplayFrame, required: number): string {
  const newest = newestBlockHeight(frame);
  switch (frame.what) {
    case 'create':
      return 'Your backend creates a payment, and the customer gets its address.';
    case 'pay':
      return 'The payment is seen in the mempool.';
    case 'reorg':
      return `A reorg replaces block ${newest - 1}. The payment is back in the mempool, and nothing is lost.`;
    case 'mine':
      return frame.status === 'confirmed'
        ? `Block ${newest} is confirmation ${required} of ${required}, and the payment is confirmed.`
        : `Block ${newest} is confirmation ${confirmations(frame.covered_height, newest)} of ${required}.`;
  }
}
