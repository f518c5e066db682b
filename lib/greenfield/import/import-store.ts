import { and, eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { isAmong } from '@/db/is-among';
import { LOCK_NAMES, lock } from '@/db/locks';
import { merchant } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { recordAuditEntry } from '@/lib/audit/record-audit-entry';
import type { ChainSource } from '@/lib/chain/source';
import { type Actor, assertMayAdminister, requireRecentFactor } from '@/lib/domain/actor';
import { chunk } from '@/lib/domain/chunk';
import { isCurrency } from '@/lib/domain/currency';
import { lockRole } from '@/lib/keys/key-conditions';
import type { Vault } from '@/lib/keys/vault';
import { requireTip, runAtSettledTip } from '@/lib/payments/imports/settled-tip';
import { notifyDashboards } from '@/lib/server/changes/notify-dashboards';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import type { BtcpayClient } from './btcpay-client';
import { checkDraftOutputs, importInvoices } from './import-invoices';
import { type ImportPlan, type ImportRequest, planImport } from './import-plan';
import { addWebhooks, type ImportedWebhook, selectNewWebhooks } from './import-webhooks';
import { createStoreKey, findStoreKey, type StoreKey } from './store-key';

export interface ImportDeps {
  readonly db: Db;
  readonly vault: Vault;
  readonly source: Pick<ChainSource, 'block' | 'hashAt'>;
  readonly client: BtcpayClient;
  /** Decides which URLs webhooks may go to. */
  readonly policy: TargetPolicy;
}

/** What an import changed, or what it would change. */
export interface ImportReport {
  readonly plan: ImportPlan;
  /** The store's API key in Blocktally; null if the import would create it. */
  readonly apiKeyId: string | null;
  readonly imported: number;
  /** Invoices that are skipped, because their address has a payment here already. */
  readonly known: number;
  /** The secrets of a new key in plain text; they cannot be read again. */
  readonly secrets: StoreKey['secrets'];
  readonly webhooks: readonly ImportedWebhook[];
  /** URLs of webhooks that are not added, because Blocktally does not send to them. */
  readonly refusedUrls: readonly string[];
}

/**
 * Returns what an import would do, and writes nothing here. BTCPay Server reserves an address for
 * its Receive page if this page has none.
 *
 * @throws Problem the problems of {@link importStore}
 */
export async function previewImport(
  deps: ImportDeps,
  actor: Actor,
  request: ImportRequest,
  now: Date,
): Promise<ImportReport> {
  assertMayAdminister(actor);
  const plan = await planImport(deps, request, now, false);
  const scripts = plan.drafts.map(({ draft }) => draft.script);
  const isKnown = and(eq(payment.network, request.network), isAmong(payment.script, scripts));
  const known = await deps.db.$count(payment, isKnown);
  const key = await findStoreKey(deps.db, request, plan, now);
  const { added, refusedUrls } = await selectNewWebhooks(deps.db, deps.policy, key?.id, plan.store);
  return {
    ...{ plan, apiKeyId: key?.id ?? null, imported: scripts.length - known, known, secrets: null },
    ...{ webhooks: added.map(({ url }) => ({ url, secret: null })), refusedUrls },
  };
}

/**
 * Imports a BTCPay store as an API key with the store's wallet, and its invoices as payments that
 * are followed from now on. New payments get addresses that follow all addresses issued by BTCPay
 * Server. A repeated or concurrent import imports nothing twice. No event is written.
 *
 * @throws Problem `forbidden` unless the actor is an owner or the operator; `invalid_request` at
 *   the field whose data cannot be read; `network_unavailable` while the chain is not read up to
 *   its tip; `address_network_mismatch`; the problems of {@link createStoreKey}
 */
export async function importStore(
  deps: ImportDeps,
  actor: Actor,
  request: ImportRequest,
  now: Date,
): Promise<ImportReport> {
  assertMayAdminister(actor);
  requireRecentFactor(actor, now);
  const { db } = deps;
  const { network } = request;
  const read = await requireTip(db, network);
  const plan = await planImport(deps, request, now, true);
  // Nothing is written before everything has been checked.
  const checked = await checkDraftOutputs(deps, network, read, plan.drafts);
  const parts = chunk(checked, AT_A_TIME);
  let key: StoreKey | undefined;
  let imported = 0;
  // The first part, which may be empty, creates the key and reserves the issued addresses.
  for (const part of parts.length > 0 ? parts : [[]]) {
    const done = await runAtSettledTip(db, network, async (cursor) => {
      // A block that connected after the check may have paid an open invoice, so open invoices are
      // checked again.
      const fresh =
        cursor.hash === read.hash
          ? part
          : await checkDraftOutputs(deps, network, cursor, await plan.refresh(part));
      return async (tx) => {
        await lockImport(tx, actor, request);
        const own = key ?? (await storeKey(tx, deps, actor, request, plan, now));
        const moment = { tipHeight: cursor.height, nextIndex: plan.nextIndex, now };
        return { own, count: await importInvoices(tx, own, plan, fresh, moment) };
      };
    });
    key = done.own;
    imported += done.count;
  }
  if (!key) throw new Error('an import without a key');
  return finish(deps, actor, request, { plan, key, imported }, now);
}

/** Invoices per transaction. No block can connect while the transaction runs. */
const AT_A_TIME = 500;

/** Without this lock, two concurrent imports would each create a key, or add the same webhooks. */
async function lockImport(tx: Db, actor: Actor, { merchantId }: ImportRequest): Promise<void> {
  await lock(tx, LOCK_NAMES.import(merchantId));
  await lockRole(tx, actor);
}

async function storeKey(
  tx: Db,
  { vault }: ImportDeps,
  actor: Actor,
  request: ImportRequest,
  plan: ImportPlan,
  now: Date,
): Promise<StoreKey> {
  const known = await findStoreKey(tx, request, plan, now);
  return known ?? createStoreKey(tx, vault, actor, request, plan, now);
}

async function finish(
  deps: ImportDeps,
  actor: Actor,
  request: ImportRequest,
  { plan, key, imported }: Pick<ImportReport, 'plan' | 'imported'> & { readonly key: StoreKey },
  now: Date,
): Promise<ImportReport> {
  return deps.db.transaction(async (tx) => {
    await lockImport(tx, actor, request);
    const webhooks = await addWebhooks(tx, deps, key.id, plan.store, now);
    await recordImport(tx, actor, request, key, plan, imported, now);
    return {
      ...{ plan, apiKeyId: key.id, imported, known: plan.drafts.length - imported },
      ...{ secrets: key.secrets, ...webhooks },
    };
  });
}

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
