import type { Db } from '@/db/client';
import { type AddressDeriver, readCachedTemplate } from '@/lib/bitcoin/derive';
import type { Network } from '@/lib/domain/network';
import { invalidField } from '@/lib/domain/problems';
import { type ParsedWallet, parseWalletInput } from '@/lib/keys/preview-addresses';
import { requireTip } from '@/lib/payments/imports/settled-tip';
import type { BtcpayClient } from './btcpay-client';
import { parseDerivationScheme } from './derivation-scheme';
import { type InvoiceDraft, toInvoiceDraft } from './imported-invoice';
import { type FetchedInvoice, type FetchedStore, StoreReader } from './read-store';

const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/**
 * BTCPay Server keeps at least this many unissued addresses: enough for a week of a quiet store,
 * and for some tests.
 */
const MIN_MARGIN = 100;
/**
 * Maximum index of the store's next address. Without it, a wrong response could use up the wallet's
 * indexes.
 */
const MAX_INDEX = 1_000_000;
/** Maximum length of a store's name in code points, half of the limit for a key's name. */
const MAX_NAME = 40;

export interface ImportRequest {
  readonly merchantId: string;
  readonly network: Network;
  readonly storeId: string;
  /** Invoices created in this many past days are imported. */
  readonly days: number;
}

export interface ImportPlan {
  readonly store: FetchedStore;
  /** The name of the new API key, made from the store's name. */
  readonly name: string;
  readonly facts: ParsedWallet;
  readonly drafts: readonly InvoiceDraft[];
  /** Index of the first address that Blocktally issues itself. */
  readonly nextIndex: number;
  /** Refetches the invoices that can still change. Returns all drafts. */
  refresh(drafts: readonly InvoiceDraft[]): Promise<readonly InvoiceDraft[]>;
}

/**
 * Reads a store and checks that its next address comes from its derivation scheme.
 *
 * @param isReal whether BTCPay Server reserves a new address after all that it has issued. A
 *   preview instead gets the address of the store's Receive page.
 * @throws Problem the problems of {@link StoreReader}; `network_unavailable` while the chain is not
 *   being read; `address_network_mismatch`
 */
export async function planImport(
  { db, client }: { readonly db: Db; readonly client: BtcpayClient },
  { network, storeId, days }: ImportRequest,
  now: Date,
  isReal: boolean,
): Promise<ImportPlan> {
  await requireTip(db, network);
  const reader = new StoreReader(client, storeId);
  const store = await reader.read(new Date(now.getTime() - days * DAY_MS));
  const facts = await parseWalletInput(parseDerivationScheme(store.scheme, network));
  const target = { network, addresses: readCachedTemplate(facts) };
  const toDraft = (one: FetchedInvoice) => toInvoiceDraft(one, target, now) ?? [];
  const drafts = withOwnAddress(store.invoices.flatMap(toDraft));
  const reserved = await reader.reserveAddress(isReal);
  return {
    store,
    name: nameOf(store.name),
    facts,
    drafts,
    nextIndex: firstFreeIndex(drafts, reserved, target.addresses, days),
    async refresh(known) {
      const open = known.filter(({ isWatched }) => isWatched);
      const ended = known.filter(({ isWatched }) => !isWatched);
      const fresh = await reader.refresh(open.map(({ answer }) => answer));
      return [...ended, ...fresh.flatMap(toDraft)];
    },
  };
}

/**
 * Returns the index of the first address that Blocktally may issue. BTCPay Server keeps all issued
 * addresses, and as many further ones as it would issue in a week at the pace of the imported days.
 * The shop has this week to switch over. A second import returns a higher index.
 */
function firstFreeIndex(
  drafts: readonly InvoiceDraft[],
  { address, index }: Awaited<ReturnType<StoreReader['reserveAddress']>>,
  addresses: AddressDeriver,
  days: number,
): number {
  if (index === undefined || index > MAX_INDEX || addresses.at(index).address !== address) {
    throw invalidField(
      '/store',
      'other_addresses',
      'The next address of the store does not come from its derivation scheme, so it is not known which addresses were issued. Nothing was imported.',
    );
  }
  const issued = drafts.map(({ draft }) => draft.derivationIndex ?? 0);
  const highest = issued.reduce((most, one) => Math.max(most, one), index);
  const aWeek = Math.ceil((drafts.length / days) * WEEK_DAYS);
  return Math.min(highest, MAX_INDEX) + 1 + Math.max(MIN_MARGIN, aWeek);
}

/** Keeps one draft for each address, because an address can have only one payment. */
function withOwnAddress(drafts: readonly InvoiceDraft[]): readonly InvoiceDraft[] {
  const byScript = new Map(drafts.toReversed().map((one) => [one.draft.script, one]));
  return [...byScript.values()];
}

function nameOf(text: string): string {
  const name = text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim();
  return [...name].slice(0, MAX_NAME).join('').trim() || 'BTCPay Server';
}
