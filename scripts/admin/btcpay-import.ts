import { OPERATOR } from '@/lib/domain/actor';
import { BtcpayClient } from '@/lib/greenfield/import/btcpay-client';
import {
  type ImportReport,
  importStore,
  previewImport,
} from '@/lib/greenfield/import/import-store';
import { refuseWrongSecretKey } from '@/lib/keys/check-secret-key';
import { addNoSourceWarning } from './add-no-source-warning';
import {
  type Command,
  ConfigurationError,
  NETWORK_OPTION,
  readNetworkOption,
  readTextOption,
  readWholeNumberOption,
  requireOption,
  UsageError,
} from './command';
import { ensureDefaultMerchant } from './ensure-default-merchant';

const DEFAULT_DAYS = 30;
const MAX_DAYS = 3_650;

export const btcpayImport: Command = {
  about: 'Imports a store of a BTCPay Server: its wallet, and its invoices with their addresses.',
  options: [
    ['--url <url>', 'the address of BTCPay Server'],
    ['--key <key>', 'an API key of it, with btcpay.store.canmodifystoresettings for the store'],
    ['--store <store-id>', 'the store'],
    [NETWORK_OPTION[0], `${NETWORK_OPTION[1]}: the store’s network`],
    ['--merchant <merchant-id>', 'by default the oldest one, for a real network not the demo shop'],
    ['--days <days>', `maximum age of the invoices, by default ${DEFAULT_DAYS}`],
    ['--dry-run', 'show what would happen, and write nothing'],
  ],
  example:
    'btcpay import --url https://btcpay.example --key … --store … --network mainnet --dry-run',
  run: async (deps, given) => {
    const { db, vault, clock, policy, sources } = deps;
    const network = readNetworkOption(given);
    const client = new BtcpayClient({
      url: requireOption(given, 'url'),
      key: apiKeyOf(given),
      policy,
    });
    const storeId = requireOption(given, 'store');
    const days = readWholeNumberOption(given, 'days', 1, MAX_DAYS) ?? DEFAULT_DAYS;
    const isDryRun = given.options['dry-run'] === true;
    const source = sources.get(network);
    if (!source) throw new UsageError(`--network ${network} has no source on this server.`);
    const now = clock();
    await refuseWrongSecretKey(db, vault, now).catch((error: Error) => {
      throw new ConfigurationError(error.message);
    });
    const merchantId =
      readTextOption(given, 'merchant') ?? (await ensureDefaultMerchant(db, network, now));
    const run = isDryRun ? previewImport : importStore;
    const request = { merchantId, network, storeId, days };
    const report = await run({ db, vault, source, client, policy }, OPERATOR, request, now);
    return addNoSourceWarning(
      { dry_run: isDryRun, ...reportJson(report), merchant_id: merchantId, network },
      [network],
      deps,
    );
  },
};

function apiKeyOf(given: Parameters<Command['run']>[1]): string {
  const key = requireOption(given, 'key');
  if (/^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new UsageError('--key is not an API key.');
}

function reportJson({ plan, apiKeyId, imported, known, secrets, webhooks }: ImportReport) {
  const { name, store, facts, drafts, nextIndex } = plan;
  const byStatus: Record<string, number> = {};
  for (const { invoice } of store.invoices) {
    byStatus[invoice.status.toLowerCase()] = (byStatus[invoice.status.toLowerCase()] ?? 0) + 1;
  }
  return {
    name,
    currency: store.currency ?? null,
    key_id: apiKeyId,
    ...(secrets ? { api_key: secrets.apiKey, signing_secret: secrets.signingSecret } : {}),
    descriptor: facts.canonical,
    first_addresses: facts.firstAddresses,
    next_index: nextIndex,
    invoices: {
      found: store.invoices.length,
      ...byStatus,
      imported,
      known,
      without_address: store.invoices.length - drafts.length,
    },
    webhooks_found: store.webhooks.map(({ url }) => url),
    webhooks_added: webhooks,
  };
}
