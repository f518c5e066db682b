import type {
  AdditionalStatus,
  InvoiceState,
  InvoiceStatus,
  Mark,
  OutputStatus,
} from '@/db/schema/greenfield';
import { confirmations } from '@/lib/domain/confirmations';
import { isPaid, type PaymentFlag, type PaymentStatus } from '@/lib/domain/payment';

export interface OutputFacts {
  readonly txid: string;
  readonly vout: number;
  /** Height of the output's block; null while unconfirmed. */
  readonly height: number | null;
  /** Whether the output no longer counts. */
  readonly gone: boolean;
  /** Whether another transaction was seen that spends the same outpoints. */
  readonly replaced: boolean;
}

/** The facts that decide the state of an invoice, together with a mark (a status set by hand). */
export interface InvoiceFacts {
  readonly status: PaymentStatus;
  readonly flags: readonly PaymentFlag[];
  readonly receivedSats: number;
  readonly requiredConfirmations: number;
  /** All outputs of the payment, including outputs that no longer count. */
  readonly outputs: readonly OutputFacts[];
  /** Chain height with which confirmations are computed; null before the first read. */
  readonly tipHeight: number | null;
}

/**
 * Returns the state of an invoice in BTCPay's terms. Late money leaves an invoice Expired, with the
 * additional status PaidLate. The invoice of a canceled payment is Expired too, because late money
 * may still arrive. An invoice is Invalid if its payment ended without money after a double spend.
 * A mark (a status set by hand) overrides everything except the outputs.
 */
export function projectInvoice(facts: InvoiceFacts, mark: Mark | null): InvoiceState {
  const status = mark ?? statusOf(facts);
  const additionalStatus = mark === null ? additionalOf(facts) : 'Marked';
  const outputs = facts.outputs.map((output) => [outputId(output), outputStatus(output, facts)]);
  return { status, additionalStatus, outputs: Object.fromEntries(outputs) };
}

/** Returns an output's id for plugins, which read the transaction id before the hyphen. */
export function outputId({ txid, vout }: Pick<OutputFacts, 'txid' | 'vout'>): string {
  return `${txid}-${vout}`;
}

/**
 * Returns an output's status. It is settled once it has the confirmations that the invoice
 * requires.
 */
export function outputStatus(
  { gone, height }: OutputFacts,
  { requiredConfirmations, tipHeight }: InvoiceFacts,
): OutputStatus {
  if (gone) return 'Invalid';
  return confirmations(height, tipHeight) >= requiredConfirmations ? 'Settled' : 'Processing';
}

/**
 * Returns the height at which the next output settles, among the outputs last reported as
 * processing; null if none of them is in a block.
 */
export function nextSettling(
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
 * Whether a double spend left the ended payment without money. After a fee bump, the payment still
 * has money, because the new output counts.
 */
function wasDoubleSpent({ receivedSats, outputs }: InvoiceFacts): boolean {
  return receivedSats === 0 && outputs.some(({ gone, replaced }) => gone && replaced);
}
