import { eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { apiKey } from '@/db/schema/accounts';
import { greenfieldInvoice } from '@/db/schema/greenfield';
import { payment } from '@/db/schema/payments';
import { webhookEvent } from '@/db/schema/webhooks';
import { createMerchant } from '@/lib/accounts/create-merchant';
import type { ChainSource } from '@/lib/chain/source';
import { simulateMining } from '@/lib/chain/sources/sandbox/mine';
import { payAddress } from '@/lib/chain/sources/sandbox/pay-address';
import { createSandboxSource } from '@/lib/chain/sources/sandbox/source';
import { OPERATOR } from '@/lib/domain/actor';
import { toSats } from '@/lib/domain/sats';
import { BtcpayClient } from '@/lib/greenfield/import/btcpay-client';
import { importStore, previewImport } from '@/lib/greenfield/import/import-store';
import { writeStoreEvents } from '@/lib/greenfield/webhooks/write-store-events';
import { createPayment } from '@/lib/payments/create-payment';
import { expirePayments } from '@/lib/payments/expire-payments';
import { createLedger } from '@/lib/payments/ledger';
import { syncChain } from '@/lib/payments/sync-chain';
import type { TargetPolicy } from '@/lib/webhooks/transport/target-url';
import { runAdmin } from './admin';
import { BTCPAY_KEY, STORE_ID } from './btcpay-server';
import { startBtcpayShop } from './btcpay-shop';
import { createDeps } from './create-deps';
import { createTestDatabase } from './database';
import { deriveReceive } from './derive-receive';
import { testVault } from './factories';
import { SHOP_TERMS } from './sandbox-shop';
import { testSeals } from './seals';

const adminDeps = (db: Db, source: ChainSource) =>
  ({
    db,
    vault: testVault,
    seals: testSeals,
    clock: () => new Date(),
    policy: { allowPrivate: true },
    networks: ['regtest'],
    sources: new Map([['regtest', source] as const]),
    setupToken: '',
    env: { dataDir: '.', databaseUrl: '' },
  }) as const;

export async function openImportMerchant() {
  const base = await createTestDatabase();
  const { db } = base;
  const { id: merchantId } = await createMerchant(db, 'Corner bookshop', new Date());
  const btcpay = await startBtcpayShop();
  const { descriptor } = btcpay.store;
  const now = () => new Date();
  const source = createSandboxSource(db, now);
  const defaults = { url: btcpay.url, key: BTCPAY_KEY, policy: { allowPrivate: true } };
  const client = (given: { url?: string; key?: string; policy?: TargetPolicy } = {}) =>
    new BtcpayClient({ ...defaults, ...given });
  const policy = { allowPrivate: true };
  const deps = { db, vault: testVault, source, client: client(), policy };
  const request = { merchantId, network: 'regtest', storeId: STORE_ID, days: 30 } as const;
  const sync = async () => {
    await syncChain(base.database, 'regtest', source, now, createLedger(db, writeStoreEvents));
    await expirePayments(db, now(), writeStoreEvents);
  };
  await sync();
  return {
    ...{ base, db, merchantId, descriptor, btcpay, client, sync },
    async [Symbol.asyncDispose]() {
      await btcpay.close();
      await base.drop();
    },
    import: (given: Partial<typeof deps> = {}) =>
      importStore({ ...deps, ...given }, OPERATOR, request, now()),
    admin: (...argv: string[]) => runAdmin(adminDeps(db, source), argv),
    preview: () => previewImport(deps, OPERATOR, request, now()),
    addressAt: (index: number) => deriveReceive(descriptor, 'regtest', index).address,
    /** Pays an address on the sandbox. The server does not read the chain yet. */
    pay: (address: string, sats = 30_000) => payAddress(db, { address, sats: toSats(sats) }, now()),
    async mine(blocks = 1) {
      const { blocks: mined } = await simulateMining(db, { blocks }, now());
      return mined;
    },
    async paymentOf(invoiceId: string) {
      const [row] = await db
        .select({ payment, invoice: greenfieldInvoice })
        .from(payment)
        .innerJoin(greenfieldInvoice, eq(greenfieldInvoice.paymentId, payment.id))
        .where(eq(payment.reference, `order-${invoiceId}`));
      if (!row) throw new Error(`invoice ${invoiceId} was not imported`);
      return row;
    },
    events: () => eventsOf(db, isNull(webhookEvent.dialect)),
    storeEvents: () => eventsOf(db, isNotNull(webhookEvent.dialect)),
    async create() {
      const [found] = await db.select().from(apiKey).where(eq(apiKey.merchantId, merchantId));
      const created = createDeps(base, async () => []);
      const sources = new Map([['regtest', source] as const]);
      return createPayment({ ...created, sources }, OPERATOR, found?.id ?? '', SHOP_TERMS, now());
    },
  };
}

async function eventsOf(db: Db, condition: SQL): Promise<string[]> {
  const { type, sequence } = webhookEvent;
  const rows = await db.select({ type }).from(webhookEvent).where(condition).orderBy(sequence);
  return rows.map((row) => row.type);
}
