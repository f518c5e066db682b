import type { BlockRef } from '@/lib/chain/source';
import { invalidField } from '@/lib/domain/problems';
import {
  type BtcpayInvoiceResponse,
  type BtcpayPaymentMethod,
  btcpayAddressSchema,
  btcpayInvoiceSchema,
  btcpayInvoicesSchema,
  btcpayPaymentMethodSchema,
  btcpayPaymentMethodsSchema,
  btcpayStoreSchema,
  btcpayTransactionSchema,
  btcpayWalletSchema,
  btcpayWebhooksSchema,
} from './btcpay-answers';
import type { BtcpayClient } from './btcpay-client';
import type { DerivationScheme } from './derivation-scheme';

const PAGE = 100;
/**
 * Maximum number of invoices, because an import has all of them in memory. A larger store must be
 * imported for fewer days.
 */
const MAX_INVOICES = 20_000;
const AT_A_TIME = 4;
/** Names of the on-chain method in BTCPay Server 2 and in earlier versions. */
const ON_CHAIN = /^BTC(?:[-_]?CHAIN|[-_]OnChain)?$/i;

export interface FetchedInvoice {
  readonly invoice: BtcpayInvoiceResponse;
  readonly method: BtcpayPaymentMethod | undefined;
  /** The block of each confirmed transaction of the invoice, by transaction id. */
  readonly blocks: ReadonlyMap<string, BlockRef>;
}

export interface FetchedStore {
  readonly name: string;
  readonly currency: string | undefined;
  readonly scheme: DerivationScheme;
  readonly invoices: readonly FetchedInvoice[];
  readonly webhooks: readonly FetchedWebhook[];
}

export interface FetchedWebhook {
  readonly url: string;
  readonly everything: boolean;
  readonly automaticRedelivery: boolean;
  readonly specificEvents: readonly string[];
}

/** A store of a BTCPay Server. Every method throws the problems of {@link BtcpayClient}. */
export class StoreReader {
  readonly #client: BtcpayClient;
  readonly #store: string;

  /** @throws Problem `invalid_request` at `/store` */
  constructor(client: BtcpayClient, storeId: string) {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(storeId)) {
      const message = 'This is not the id of a store: see Settings, General in BTCPay Server.';
      throw invalidField('/store', 'invalid', message);
    }
    this.#client = client;
    this.#store = `stores/${storeId}`;
  }

  /** @param since the earliest creation time of an invoice to read */
  async read(since: Date): Promise<FetchedStore> {
    const { name, defaultCurrency } = await this.#client.get(this.#store, btcpayStoreSchema);
    const scheme = await this.#scheme();
    const webhooks = await this.#client.get(`${this.#store}/webhooks`, btcpayWebhooksSchema);
    const found = await this.#invoices(since);
    return {
      name,
      currency: defaultCurrency ?? undefined,
      scheme,
      invoices: await inGroups(found, (invoice) => this.#details(invoice)),
      webhooks: webhooks.map(({ url, automaticRedelivery, authorizedEvents }) => ({
        url,
        automaticRedelivery: automaticRedelivery ?? true,
        everything: authorizedEvents.everything,
        specificEvents: authorizedEvents.specificEvents ?? [],
      })),
    };
  }

  refresh(invoices: readonly FetchedInvoice[]): Promise<FetchedInvoice[]> {
    return inGroups(invoices, async ({ invoice: { id } }) =>
      this.#details(await this.#client.get(`${this.#store}/invoices/${id}`, btcpayInvoiceSchema)),
    );
  }

  /**
   * Returns one of the wallet's addresses, which BTCPay Server issues to nobody else.
   *
   * @param fresh whether to reserve a new address after all issued addresses; otherwise, the
   *   address of the Receive page is returned
   */
  async reserveAddress(fresh: boolean): Promise<{ address: string; index: number | undefined }> {
    const path = `${this.#store}/payment-methods/BTC-CHAIN/wallet/address?forceGenerate=${fresh}`;
    const { address, keyPath } = await this.#client.get(path, btcpayAddressSchema);
    return { address, index: addressIndexOf(keyPath) };
  }

  async #scheme(): Promise<DerivationScheme> {
    const path = `${this.#store}/payment-methods/BTC-CHAIN?includeConfig=true`;
    const found = await this.#client.find(path, btcpayWalletSchema);
    const text = found?.config.accountDerivation ?? found?.config.derivationScheme;
    if (!found || !text) {
      throw invalidField('/store', 'no_wallet', 'The store has no on-chain Bitcoin wallet.');
    }
    const origins = (found.config.accountKeySettings ?? []).flatMap(
      ({ accountKey, rootFingerprint, accountKeyPath }) =>
        rootFingerprint && accountKeyPath
          ? [[accountKey, originOf(rootFingerprint, accountKeyPath)] as const]
          : [],
    );
    return { text, origins: new Map(origins) };
  }

  /**
   * Returns the invoices, newest first. Pages overlap if an invoice is created between two reads,
   * so duplicates are removed.
   */
  async #invoices(since: Date): Promise<readonly BtcpayInvoiceResponse[]> {
    const start = Math.floor(since.getTime() / 1000);
    const found = new Map<string, BtcpayInvoiceResponse>();
    for (;;) {
      const query = `includeArchived=true&startDate=${start}&take=${PAGE}&skip=${found.size}`;
      const page = await this.#client.get(`${this.#store}/invoices?${query}`, btcpayInvoicesSchema);
      const before = found.size;
      for (const one of page) if (one.createdTime >= since) found.set(one.id, one);
      if (found.size === before) return [...found.values()];
      if (found.size <= MAX_INVOICES) continue;
      const message = `The store has more than ${MAX_INVOICES} invoices in this time. Import fewer days.`;
      throw invalidField('/days', 'too_many', message);
    }
  }

  async #details(invoice: BtcpayInvoiceResponse): Promise<FetchedInvoice> {
    const path = `${this.#store}/invoices/${invoice.id}/payment-methods`;
    const methods = await this.#client.get(path, btcpayPaymentMethodsSchema);
    const given = methods.find(({ paymentMethodId }) => ON_CHAIN.test(paymentMethodId));
    // A payment method that the customer never chose has no address yet.
    const method = given?.destination ? btcpayPaymentMethodSchema.safeParse(given) : undefined;
    if (method && !method.success) {
      const message = `Invoice ${invoice.id} is not as BTCPay Server documents it.`;
      throw invalidField('/url', 'unreadable', message);
    }
    const txids = new Set(method?.data?.payments.map(({ id }) => id.split('-')[0] ?? ''));
    const blocks = new Map<string, BlockRef>();
    for (const txid of txids) {
      const transaction = `${this.#store}/payment-methods/BTC-CHAIN/wallet/transactions/${txid}`;
      const found = await this.#client.find(transaction, btcpayTransactionSchema);
      const { blockHash: hash, blockHeight: height } = found ?? {};
      if (hash && typeof height === 'number') blocks.set(txid, { height, hash });
    }
    return { invoice, method: method?.data, blocks };
  }
}

/** Returns the address index in a key path; undefined for a path outside of branch 0. */
export function addressIndexOf(keyPath: string): number | undefined {
  const [, index] = /^(?:m\/)?0\/(\d{1,10})$/.exec(keyPath) ?? [];
  return index === undefined ? undefined : Number(index);
}

function originOf(fingerprint: string, path: string): string {
  return `${fingerprint.toLowerCase()}/${path.replace(/^m\//, '').replace(/['H]/g, 'h')}`;
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += AT_A_TIME) {
    results.push(...(await Promise.all(items.slice(start, start + AT_A_TIME).map(read))));
  }
  return results;
}
