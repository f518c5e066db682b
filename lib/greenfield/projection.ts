import type {
  AdditionalStatus,
  InvoiceState,
  InvoiceStatus,
  ManualStatus,
  OutputStatus,
} from '@/db/schema/greenfield';
import { confirmations } from '@/lib/domain/confirmations';
import { isPaid, type PaymentFlag, type PaymentStatus } from '@/lib/domain/payment';

export interface OutputFacts {
  readonly txid: string;
  readonly vout: number;
  readonly height: number | null;
  /** Whether the output no longer counts. */
  readonly gone: boolean;
  /** Whether another transaction was seen that spends the same outpoints. */
  readonly replaced: boolean;
}

/** The facts that decide an invoice's state, unless a shop has set its status by hand. */
export interface InvoiceFacts {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly receivedSats: number;
  readonly requiredConfirmations: number;
  /** Includes outputs that no longer count. */
  readonly outputs: readonly OutputFacts[];
  /** Confirmations are counted up to this height; null before the first read of the chain. */
  readonly tipHeight: number | null;
}

/**
 * Returns an invoice's state in BTCPay's terms. With late money, or after a cancellation, it is
 * Expired. If a double spend has left no money, it is Invalid. A mark (a status set by hand)
 * replaces the status, but not the outputs.
 */
export function toInvoiceState(facts: InvoiceFacts, mark: ManualStatus | null): InvoiceState {
  const status = mark ?? statusOf(facts);
  const additionalStatus = mark === null ? additionalOf(facts) : 'Marked';
  const outputs = facts.outputs.map((output) => [outputId(output), outputStatus(output, facts)]);
  return { status, additionalStatus, outputs: Object.fromEntries(outputs) };
}

/** Plugins read the transaction id before the hyphen. */
export function outputId({ txid, vout }: Pick<OutputFacts, 'txid' | 'vout'>): string {
  return `${txid}-${vout}`;
}

/** An output is settled once it has the confirmations that the invoice requires. */
export function outputStatus(
  { gone, height }: OutputFacts,
  { requiredConfirmations, tipHeight }: InvoiceFacts,
): OutputStatus {
  if (gone) return 'Invalid';
  return confirmations(height, tipHeight) >= requiredConfirmations ? 'Settled' : 'Processing';
}

/**
 * Returns the lowest height at which an output that was last reported as processing settles; null
 * if no such output is in a block.
 */
export function nextSettlingHeight(
  outputs: readonly Pick<OutputFacts, 'txid' | 'vout' | 'height'>[],
  reported: InvoiceState,
  requiredConfirmations: number,
): number | null {
  const heights = outputs.flatMap((output) =>
    output.height !== null && reported.outputs[outputId(output)] === 'Processing'
      ? [output.height + requiredConfirmations - 1]
      : [],
  );
  return heights.length > 0 ? Math.min(...heights) : null;
}

function statusOf(facts: InvoiceFacts): InvoiceStatus {
  const { status } = facts;
  if (isPaid(status)) {
    if (isLate(facts)) return 'Expired';
    return status === 'confirmed' ? 'Settled' : 'Processing';
  }
  if (status === 'pending') return 'New';
  return wasDoubleSpent(facts) ? 'Invalid' : 'Expired';
}

function additionalOf(facts: InvoiceFacts): AdditionalStatus {
  if (!isPaid(facts.status)) return facts.receivedSats > 0 ? 'PaidPartial' : 'None';
  if (isLate(facts)) return 'PaidLate';
  return facts.flags.includes('overpaid') ? 'PaidOver' : 'None';
}

const isLate = ({ flags }: InvoiceFacts) => flags.includes('late');

/**
 * Whether a double spend left an ended payment without money. After a fee bump it still has money,
 * because the new output counts.
 */
function wasDoubleSpent({ receivedSats, outputs }: InvoiceFacts): boolean {
  return receivedSats === 0 && outputs.some(({ gone, replaced }) => gone && replaced);
}
