import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Network } from '@/lib/domain/network';
import { deriveReceive } from './derive-receive';

export const BTCPAY_KEY = 'a0b1c2d3e4f5a0b1c2d3e4f5a0b1c2d3e4f5a0b1';
export const STORE_ID = 'A1b2C3d4E5f6G7h8J9k1L2m3N4p5Q6r7S8t9U1v2W3x4';

/** A payment in BTCPay's sense: one output to an invoice's address. */
export interface BtcpayPayment {
  readonly txid: string;
  readonly vout: number;
  /** In bitcoin. */
  readonly value: string;
  readonly status?: 'Processing' | 'Settled' | 'Invalid';
  readonly ageSeconds?: number;
  /** Absent while the transaction is unconfirmed. */
  readonly block?: { readonly height: number; readonly hash: string } | undefined;
}

export interface BtcpayInvoice {
  readonly id: string;
  /** The index of the invoice's address; absent if the invoice has no on-chain address. */
  readonly index?: number;
  readonly status: 'New' | 'Processing' | 'Expired' | 'Invalid' | 'Settled';
  readonly additionalStatus?: string;
  readonly ageSeconds?: number;
  readonly lifeSeconds?: number;
  /** The amount that is still unpaid, in bitcoin. */
  readonly due?: string;
  readonly payments?: readonly BtcpayPayment[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly archived?: boolean;
  readonly address?: string;
  readonly checkout?: Readonly<Record<string, unknown>>;
}

/** The store that the stand-in returns. Tests may change it at any time. */
export interface BtcpayStore {
  name: string;
  descriptor: string;
  /** In BTCPay's notation. */
  derivationScheme: string;
  network: Network;
  invoices: BtcpayInvoice[];
  webhooks: object[];
  issued: number;
}

export interface BtcpayServer {
  readonly url: string;
  readonly store: BtcpayStore;
  readonly requests: readonly string[];
  /** Sets the response to matching requests. The next call replaces this setting. */
  answer(path: RegExp, reply: (response: http.ServerResponse) => void): void;
  /** Runs a function once, just before the server responds to the next matching request. */
  before(path: RegExp, run: () => Promise<void>): void;
  close(): Promise<void>;
}

export async function startBtcpayServer(
  given: Omit<BtcpayStore, 'name' | 'invoices' | 'webhooks' | 'issued'> & Partial<BtcpayStore>,
): Promise<BtcpayServer> {
  const made = { name: 'Corner bookshop', invoices: [], webhooks: [], issued: 0 };
  const store: BtcpayStore = { ...made, ...given };
  const requests: string[] = [];
  const replies: [RegExp, (response: http.ServerResponse) => void][] = [];
  let waiting: { path: RegExp; run: () => Promise<void> } | undefined;
  const server = http.createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://btcpay');
      requests.push(`${request.method} ${url.pathname}${url.search}`);
      if (waiting?.path.test(url.pathname)) {
        const { run } = waiting;
        waiting = undefined;
        await run();
      }
      const [, reply] = replies.find(([path]) => path.test(url.pathname)) ?? [];
      if (reply) return reply(response);
      const [status, body] =
        request.headers.authorization === `token ${BTCPAY_KEY}`
          ? answerTo(store, url)
          : [401, { code: 'unauthenticated', message: 'Authentication is required' }];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    })().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    store,
    requests,
    answer: (path, reply) => void replies.unshift([path, reply]),
    before: (path, run) => {
      waiting = { path, run };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

const NOT_FOUND = [404, { code: 'not-found', message: 'Not found' }] as const;

function answerTo(store: BtcpayStore, url: URL): readonly [number, unknown] {
  const base = `/api/v1/stores/${STORE_ID}`;
  if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return NOT_FOUND;
  const [kind = '', id = '', part = '', ...rest] = url.pathname.slice(base.length + 1).split('/');
  if (kind === '') return [200, storeOf(store)];
  if (kind === 'webhooks') return [200, store.webhooks];
  if (kind === 'payment-methods' && id === 'BTC-CHAIN') {
    if (part === '') return [200, walletOf(store)];
    if (rest[0] === 'address') return [200, addressOf(store, url.searchParams)];
    if (rest[0] === 'transactions') return transactionOf(store, rest[1]);
  }
  if (kind !== 'invoices') return NOT_FOUND;
  if (id === '') return [200, pageOf(store, url.searchParams)];
  const invoice = store.invoices.find((one) => one.id === id);
  if (!invoice) return NOT_FOUND;
  return [200, part === 'payment-methods' ? methodsOf(store, invoice) : invoiceOf(invoice)];
}

const now = () => Math.floor(Date.now() / 1000);

function storeOf({ name }: BtcpayStore) {
  return {
    id: STORE_ID,
    name,
    defaultCurrency: 'EUR',
    speedPolicy: 'MediumSpeed',
    invoiceExpiration: 900,
  };
}

function walletOf({ derivationScheme }: BtcpayStore) {
  return {
    enabled: true,
    paymentMethodId: 'BTC-CHAIN',
    config: { accountDerivation: derivationScheme, accountKeySettings: [], label: null },
  };
}

function addressOf(store: BtcpayStore, query: URLSearchParams) {
  if (query.get('forceGenerate') === 'true') store.issued += 1;
  const index = Math.max(0, store.issued - 1);
  const { address } = deriveReceive(store.descriptor, store.network, index);
  return { address, keyPath: `0/${index}`, paymentLink: `bitcoin:${address}` };
}

function transactionOf({ invoices }: BtcpayStore, txid = ''): readonly [number, unknown] {
  const found = invoices.flatMap(({ payments }) => payments ?? []).find((one) => one.txid === txid);
  if (!found) return [404, { code: 'transaction-not-found', message: 'Not found' }];
  const { block } = found;
  return [
    200,
    {
      transactionHash: txid,
      amount: found.value,
      blockHash: block?.hash ?? null,
      blockHeight: block?.height ?? null,
      timestamp: now(),
      status: block ? 'Confirmed' : 'Unconfirmed',
      labels: {},
    },
  ];
}

/** Newest first, like in BTCPay. */
function pageOf({ invoices }: BtcpayStore, query: URLSearchParams) {
  const skip = Number(query.get('skip') ?? 0);
  const start = Number(query.get('startDate') ?? 0);
  return invoices
    .filter((one) => createdOf(one) >= start && (query.get('includeArchived') || !one.archived))
    .sort((a, b) => createdOf(b) - createdOf(a))
    .slice(skip, skip + Number(query.get('take') ?? 50))
    .map(invoiceOf);
}

const createdOf = ({ ageSeconds = 60 }: BtcpayInvoice) => now() - ageSeconds;

function invoiceOf(invoice: BtcpayInvoice) {
  const createdTime = createdOf(invoice);
  const expirationTime = createdTime + (invoice.lifeSeconds ?? 900);
  return {
    id: invoice.id,
    storeId: STORE_ID,
    amount: '30.00',
    currency: 'EUR',
    type: 'Standard',
    checkoutLink: `https://btcpay.example/i/${invoice.id}`,
    createdTime,
    expirationTime,
    monitoringExpiration: expirationTime + 86_400,
    status: invoice.status,
    additionalStatus: invoice.additionalStatus ?? 'None',
    archived: invoice.archived ?? false,
    metadata: invoice.metadata ?? { orderId: `order-${invoice.id}` },
    checkout: {
      speedPolicy: 'MediumSpeed',
      paymentTolerance: 0,
      redirectURL: 'https://shop.example/thanks',
      defaultLanguage: 'de-DE',
      ...invoice.checkout,
    },
  };
}

function methodsOf({ descriptor, network }: BtcpayStore, invoice: BtcpayInvoice) {
  const { index, payments = [] } = invoice;
  const lightning = {
    activated: true,
    paymentMethodId: 'BTC-LN',
    currency: 'BTC',
    destination: 'lnbc300u1…',
    rate: '100000.00',
    amount: '0.00030000',
    payments: [{ id: 'a payment hash', value: '0.0003', status: 'Settled', receivedDate: now() }],
  };
  if (index === undefined && !invoice.address) return [lightning];
  const paid = payments.reduce((sum, { value }) => sum + Number(value), 0).toFixed(8);
  return [
    lightning,
    {
      activated: true,
      paymentMethodId: 'BTC-CHAIN',
      currency: 'BTC',
      destination: invoice.address ?? deriveReceive(descriptor, network, index ?? 0).address,
      rate: '100000.00',
      paymentMethodPaid: paid,
      amount: invoice.due ?? '0.00030000',
      paymentMethodFee: '0.00000000',
      payments: payments.map(({ txid, vout, value, status = 'Settled', ageSeconds = 30 }) => ({
        id: `${txid}-${vout}`,
        receivedDate: now() - ageSeconds,
        value,
        fee: '0.0',
        status,
      })),
      additionalData: { keyPath: `0/${index}`, payjoinEnabled: false, accountDerivation: null },
    },
  ];
}
