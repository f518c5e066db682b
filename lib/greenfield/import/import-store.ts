import { and, asc, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { apiKey, merchant, wallet } from '@/db/schema/accounts';
import { greenfieldInvoice } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { ChainSource } from '@/lib/chain/source';
import { type Actor, mayAdminister } from '@/lib/domain/actor';
import { isCurrency } from '@/lib/domain/currency';
import { createKey } from '@/lib/keys/create-key';
import { isUsable, lockRole } from '@/lib/keys/key-conditions';
import type { Vault } from '@/lib/keys/vault';
import { checkOutputs } from '@/lib/payments/imports/check-outputs';
import { type ImportedPayment, importPayments } from '@/lib/payments/imports/import-payments';
import { atSettledTip } from '@/lib/payments/imports/settled-tip';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { nextSettling } from '../projection';
import type { BtcpayClient } from './btcpay-client';
import { type ImportPlan, type ImportRequest, planImport } from './import-plan';
import { addWebhooks, type ImportedWebhook, newWebhooks } from './import-webhooks';
import { type InvoiceDraft, markOf } from './imported-invoice';

export interface ImportDeps {
  readonly db: Db;
  readonly vault: Vault;
  /** The followed chain of the network. */
  readonly source: Pick<ChainSource, 'block'>;
  readonly client: BtcpayClient;
  /** Where webhooks may go. */
  readonly policy: TargetPolicy;
}

/** What an import does, or has done. */
export interface ImportReport {
  readonly plan: ImportPlan;
  /** The key that is the store here; null for one that an import would create. */
  readonly apiKeyId: string | null;
  /** The number of invoices that become payments. */
  readonly imported: number;
  /** The number of invoices whose address has a payment here already. */
  readonly known: number;
  /** The secrets of a new key in plain text; they cannot be read again. */
  readonly secrets: { readonly apiKey: string; readonly signingSecret: string } | null;
  /** The webhooks that are added. */
  readonly webhooks: readonly ImportedWebhook[];
  /** URLs of webhooks that are not added, because Blocktally does not send to them. */
  readonly refusedUrls: readonly string[];
}

/**
 * Shows what an import would do. Writes nothing here, and BTCPay Server changes nothing, except that
 * it reserves an address for its page Receive if it has none.
 *
 * @throws Problem the problems of {@link importStore}
 */
export async function previewImport(
  deps: ImportDeps,
  actor: Actor,
  request: ImportRequest,
  now: Date,
): Promise<ImportReport> {
  mayAdminister(actor);
  const plan = await planImport(deps, request, now, false);
  const scripts = plan.drafts.map(({ draft }) => draft.script);
  const isKnown = and(eq(payment.network, request.network), isAmong(payment.script, scripts));
  const known = await deps.db.$count(payment, isKnown);
  const key = await findKey(deps.db, request, plan, now);
  const { added, refusedUrls } = await newWebhooks(deps.db, deps.policy, key?.id, plan.store);
  return {
    ...{ plan, apiKeyId: key?.id ?? null, imported: scripts.length - known, known, secrets: null },
    ...{ webhooks: added.map(({ url }) => ({ url, secret: null })), refusedUrls },
  };
}

/**
 * Imports a store of a BTCPay Server: an API key with the store's wallet, whose next address lies
 * beyond all that BTCPay Server has issued, and its invoices as payments with their own addresses,
 * which are followed from now on. What was imported before stays as it is, so an import can be
 * repeated. No event is written.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator; `invalid_request` at
 *   what cannot be read; `network_unavailable` while the chain is not read up to its tip;
 *   `address_network_mismatch`; the problems of {@link createKey}
 */
export async function importStore(
  deps: ImportDeps,
  actor: Actor,
  request: ImportRequest,
  now: Date,
): Promise<ImportReport> {
  mayAdminister(actor);
  const { db, vault, source } = deps;
  const { network } = request;
  let known: ImportPlan | undefined;
  return atSettledTip(db, network, async (cursor) => {
    // A block that has connected since the first time may have paid an open invoice.
    const plan = known ? await known.refresh() : await planImport(deps, request, now, true);
    known = plan;
    const checks = { db, network, source, cursor };
    const checked: (InvoiceDraft & ImportedPayment)[] = [];
    for (const one of plan.drafts) {
      const outputs = await checkOutputs(checks, one.draft.script, one.reported, one.isOpen);
      checked.push({ ...one, outputs });
    }
    return async (tx) => {
      await lockRole(tx, actor);
      const key =
        (await findKey(tx, request, plan, now)) ??
        (await createStoreKey(tx, vault, actor, request, plan, now));
      const own = checked.map((one) => ({ ...one, draft: ownedBy(key, one.draft) }));
      const of = { walletId: key.walletId, network, template: plan.facts.template };
      const moment = { tipHeight: cursor.height, nextIndex: plan.nextIndex, now };
      const rows = await importPayments(tx, of, own, moment);
      await insertInvoices(tx, own, rows, now);
      const webhooks = await addWebhooks(tx, deps, key.id, plan.store, now);
      const imported = rows.length;
      await recordImport(tx, actor, request, key, plan, imported, now);
      return {
        ...{ plan, apiKeyId: key.id, imported, known: own.length - imported },
        ...{ secrets: key.secrets, ...webhooks },
      };
    };
  });
}

interface StoreKey {
  readonly id: string;
  readonly walletId: string;
  readonly secrets: ImportReport['secrets'];
}

/** The key of an earlier import: of the same wallet, with the store's name. */
async function findKey(
  db: Db,
  { merchantId, network }: ImportRequest,
  { name, facts }: ImportPlan,
  now: Date,
): Promise<StoreKey | undefined> {
  const [found] = await db
    .select({ id: apiKey.id, walletId: apiKey.walletId })
    .from(apiKey)
    .innerJoin(wallet, eq(wallet.id, apiKey.walletId))
    .where(
      and(
        eq(apiKey.merchantId, merchantId),
        eq(apiKey.name, name),
        eq(wallet.network, network),
        eq(wallet.fingerprint, facts.fingerprint),
        isUsable(now),
      ),
    )
    .orderBy(asc(apiKey.createdAt), asc(apiKey.id))
    .limit(1);
  return found && { ...found, secrets: null };
}

async function createStoreKey(
  tx: Db,
  vault: Vault,
  actor: Actor,
  { merchantId, network }: ImportRequest,
  { name, facts }: ImportPlan,
  now: Date,
): Promise<StoreKey> {
  const request = { merchantId, network, descriptor: facts.canonical, name };
  const { id, walletId, ...secrets } = await createKey(tx, vault, actor, request, now);
  return { id, walletId, secrets };
}

/** Addresses of an earlier wallet of the store are followed like ones that the shop provided. */
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
  for (const row of rows) {
    const draft = byId.get(row.id);
    if (!draft) continue;
    const { metadata, checkout, isArchived, told } = draft;
    const mark = markOf(draft, row);
    await tx.insert(greenfieldInvoice).values({
      paymentId: row.id,
      apiKeyId: row.apiKeyId,
      metadata,
      checkout,
      orderId: row.reference,
      archived: isArchived,
      mark,
      markedAt: mark && now,
      // BTCPay Server has reported this to the shop.
      told,
      settlesAt: nextSettling(draft.outputs, told, row.requiredConfirmations),
    });
  }
}

/** Sets the currency of the merchant's totals, unless one was chosen, and writes the audit log. */
async function recordImport(
  tx: Db,
  actor: Actor,
  { merchantId, network }: ImportRequest,
  { id }: StoreKey,
  { name, store: { currency } }: ImportPlan,
  payments: number,
  now: Date,
): Promise<void> {
  await recordAuditEntry(tx, actor, 'key.import', id, { name, network, payments }, now);
  const unset = and(eq(merchant.id, merchantId), isNull(merchant.displayCurrency));
  if (currency && isCurrency(currency)) {
    const set = { displayCurrency: currency };
    const changed = await tx.update(merchant).set(set).where(unset).returning({ id: merchant.id });
    if (changed.length > 0) {
      const data = { from: null, to: currency };
      await recordAuditEntry(tx, actor, 'merchant.set_currency', merchantId, data, now);
    }
  }
  await notifyDashboards(tx, merchantId, ['payments', 'keys']);
}
