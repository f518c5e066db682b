import { asc, count, isNotNull } from 'drizzle-orm';
import { apiKey, merchant, wallet } from '@/db/schema/accounts';
import { payment } from '@/db/schema/payments';
import { delivery } from '@/db/schema/webhooks';
import { createMerchant, type Merchant } from '@/lib/accounts/create-merchant';
import { hasNoUsers } from '@/lib/accounts/sign-up-rule';
import { acceptDeepReorg } from '@/lib/chain/follow/accept-deep-reorg';
import { forgetCertificates } from '@/lib/chain/sources/electrum/certificates';
import { MAX_MERCHANT_NAME_LENGTH } from '@/lib/domain/limits';
import { isOneLine } from '@/lib/domain/one-line';
import { readHealth } from '@/lib/health';
import { networksWithKeys } from '@/lib/keys/networks-with-keys';
import { VERSION } from '@/lib/version';
import { addNoSourceWarning } from './add-no-source-warning';
import { backup } from './back-up';
import { btcpayImport } from './btcpay-import';
import {
  type Command,
  NETWORK_OPTION,
  readNetworkOption,
  requireOption,
  UsageError,
} from './command';
import { keyList, keyRevoke, keyRotate, keyUpdate, secretRotate } from './key-commands';
import { keyCreate } from './key-create';
import { sealCheck, sealRenew } from './seal-commands';
import { userRemoveFactor, userResetPassword } from './user-commands';
import { walletList, walletSkip } from './wallet-commands';

const merchantCreate: Command = {
  about: 'Creates a merchant.',
  options: [['--name <name>', 'the merchant’s name, which customers see']],
  example: "merchant create --name 'My shop'",
  run: async ({ db, clock }, given) => {
    const name = requireOption(given, 'name');
    if (name.length > MAX_MERCHANT_NAME_LENGTH) {
      throw new UsageError(`--name must have at most ${MAX_MERCHANT_NAME_LENGTH} characters.`);
    }
    if (!isOneLine(name)) {
      throw new UsageError('--name must have no control characters, such as line breaks.');
    }
    return merchantJson(await createMerchant(db, name, clock()));
  },
};

const merchantList: Command = {
  about: 'Lists all merchants.',
  run: async ({ db }) => {
    const rows = await db.select().from(merchant).orderBy(asc(merchant.createdAt), merchant.id);
    return { merchants: rows.map(merchantJson) };
  },
};

function merchantJson({ id, name, createdAt }: Merchant) {
  return { id, name, created_at: createdAt.toISOString() };
}

/** The server also prints the token at its start. Once an account exists, the token is null. */
const setupToken: Command = {
  about: 'Prints the token that creates the first account.',
  run: async ({ db, setupToken: token }) => ({
    setup_token: (await hasNoUsers(db)) ? token : null,
  }),
};

/** Every command migrates the database first, so `migrate` has nothing else to do. */
const migrate: Command = {
  about: 'Upgrades the database to this version, and nothing more.',
  run: async () => ({ migrated_to: VERSION }),
};

const status: Command = {
  about: 'Shows how far each chain is read, how many deliveries wait, and totals.',
  run: async ({ db, clock, networks }) => {
    const [health, merchants, wallets, keys, revoked, valid, payments, deliveries] =
      await Promise.all([
        readHealth(db, networks, clock()),
        db.$count(merchant),
        db.$count(wallet),
        db.$count(apiKey),
        db.$count(apiKey, isNotNull(apiKey.revokedAt)),
        networksWithKeys(db),
        db.select({ status: payment.status, n: count() }).from(payment).groupBy(payment.status),
        db.select({ status: delivery.status, n: count() }).from(delivery).groupBy(delivery.status),
      ]);
    const found = {
      ...health,
      counts: {
        merchants,
        wallets,
        keys,
        revoked_keys: revoked,
        payments: byStatus(payments),
        deliveries: byStatus(deliveries),
      },
    };
    return addNoSourceWarning(found, [...valid], { networks });
  },
};

const chainAccept: Command = {
  about: 'Accepts the chain of a source after a reorg of more than 100 blocks.',
  options: [NETWORK_OPTION],
  example: 'chain accept --network mainnet',
  run: async ({ db }, given) => {
    const network = readNetworkOption(given);
    return { network, ...(await acceptDeepReorg(db, network)) };
  },
};

const chainTrust: Command = {
  about: 'Forgets the certificates of an Electrum server: the next connection trusts its own.',
  options: [NETWORK_OPTION],
  example: 'chain trust --network mainnet',
  run: async ({ db }, given) => {
    const network = readNetworkOption(given);
    return { network, forgotten: await forgetCertificates(db, network) };
  },
};

function byStatus(rows: readonly { status: string; n: number }[]): Record<string, number> {
  return Object.fromEntries(rows.map((row) => [row.status, row.n]));
}

export const COMMANDS: Readonly<Record<string, Command>> = {
  status,
  backup,
  migrate,
  'setup-token': setupToken,
  'merchant create': merchantCreate,
  'merchant list': merchantList,
  'key create': keyCreate,
  'key list': keyList,
  'key rotate': keyRotate,
  'key update': keyUpdate,
  'key revoke': keyRevoke,
  'secret rotate': secretRotate,
  'user reset-password': userResetPassword,
  'user remove-factor': userRemoveFactor,
  'wallet list': walletList,
  'wallet skip': walletSkip,
  'seal check': sealCheck,
  'seal renew': sealRenew,
  'chain accept': chainAccept,
  'chain trust': chainTrust,
  'btcpay import': btcpayImport,
};
