import type { Db } from '@/db/client';
import { greenfieldInvoice } from '@/db/schema/greenfield';
import type { BlockRef, ChainSource } from '@/lib/chain/source';
import type { Network } from '@/lib/domain/network';
import { checkOutputs } from '@/lib/payments/imports/check-outputs';
import {
  type ImportContext,
  type ImportedPayment,
  importPayments,
} from '@/lib/payments/imports/import-payments';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { nextSettlingHeight } from '../projection';
import type { ImportPlan } from './import-plan';
import { type InvoiceDraft, inferManualStatus } from './imported-invoice';
import type { StoreKey } from './store-key';

export type CheckedDraft = InvoiceDraft & ImportedPayment;

/**
 * Compares the outputs of each draft with the followed chain.
 *
 * @throws Problem the problems of {@link checkOutputs}
 */
export async function checkDraftOutputs(
  { db, source }: { readonly db: Db; readonly source: Pick<ChainSource, 'block' | 'hashAt'> },
  network: Network,
  cursor: BlockRef,
  drafts: readonly InvoiceDraft[],
): Promise<CheckedDraft[]> {
  const checks = { db, network, source, cursor };
  const checked: CheckedDraft[] = [];
  for (const one of drafts) {
    const outputs = await checkOutputs(checks, one.draft.script, one.reported, one.isOpen);
    checked.push({ ...one, outputs });
  }
  return checked;
}

/**
 * Imports these invoices, except for invoices whose address already has a payment here.
 *
 * @returns the number of invoices that became payments
 */
export async function importInvoices(
  tx: Db,
  key: StoreKey,
  { facts }: ImportPlan,
  drafts: readonly CheckedDraft[],
  moment: ImportContext,
): Promise<number> {
  const own = drafts.map((one) => ({ ...one, draft: ownedBy(key, one.draft) }));
  const of = { walletId: key.walletId, network: facts.network };
  const rows = await importPayments(tx, of, own, moment);
  await insertInvoices(tx, own, rows, moment.now);
  return rows.length;
}

/**
 * Assigns a payment to the store. If an earlier wallet of the store issued its address, the payment
 * gets no wallet, like a payment to a customer-provided address.
 */
function ownedBy({ id, walletId }: StoreKey, draft: PaymentRow): PaymentRow {
  return { ...draft, apiKeyId: id, walletId: draft.derivationIndex === null ? null : walletId };
}

async function insertInvoices(
  tx: Db,
  drafts: readonly (InvoiceDraft & ImportedPayment)[],
  rows: readonly PaymentRow[],
  now: Date,
): Promise<void> {
  const byId = new Map(drafts.map((one) => [one.draft.id, one]));
  const invoices = rows.flatMap((row) => {
    const draft = byId.get(row.id);
    if (!draft) return [];
    const { metadata, checkout, isArchived, told } = draft;
    const mark = inferManualStatus(draft, row);
    return {
      paymentId: row.id,
      apiKeyId: row.apiKeyId,
      metadata,
      checkout,
      orderId: row.reference,
      archived: isArchived,
      mark,
      markedAt: mark && now,
      // BTCPay Server has already reported this state to the shop.
      told,
      settlesAt: nextSettlingHeight(draft.outputs, told, row.requiredConfirmations),
    };
  });
  if (invoices.length > 0) await tx.insert(greenfieldInvoice).values(invoices);
}
