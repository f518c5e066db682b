import { asc } from 'drizzle-orm';
import { apiKey, wallet } from '@/db/schema/accounts';
import { deriveCheckedAddresses } from '@/lib/bitcoin/derive-checked-addresses';
import { MAX_SKIP_INDEX, skipAddressesInAllWallets, skipToIndex } from '@/lib/keys/skip-indexes';
import { addNoSourceWarning } from './add-no-source-warning';
import { type Command, readWholeNumberOption, UsageError } from './command';

const MAX_SKIPPED = 1_000_000;

export const walletList: Command = {
  about: 'Lists all wallets, each with its next address.',
  run: async ({ db, networks }) => {
    const wallets = await db.select().from(wallet).orderBy(asc(wallet.createdAt), wallet.id);
    const keys = await db.select().from(apiKey).orderBy(asc(apiKey.createdAt), apiKey.id);
    const listed = {
      wallets: await Promise.all(
        wallets.map(async (row) => ({
          id: row.id,
          network: row.network,
          descriptor: row.descriptor,
          next_index: row.nextIndex,
          next_address: (await deriveCheckedAddresses(row, [row.nextIndex]))[0]?.address,
          keys: keys.filter(({ walletId }) => walletId === row.id).map(({ id }) => id),
          created_at: row.createdAt.toISOString(),
        })),
      ),
    };
    return addNoSourceWarning(
      listed,
      wallets.map(({ network }) => network),
      { networks },
    );
  },
};

/** After a restore, addresses that were used since the backup must not be used again. */
export const walletSkip: Command = {
  about: 'Moves the next address of a wallet forward, as after a restored backup.',
  word: ['wallet-id', 'the wallet, with --to-index'],
  options: [
    ['--to-index <index>', 'the index of its next address'],
    ['--all', 'every wallet, with --count'],
    ['--count <count>', 'how many addresses to skip'],
  ],
  example: 'wallet skip --all --count 1000',
  run: async ({ db }, given) => {
    const [id] = given.positionals;
    const all = given.options.all === true;
    const count = readWholeNumberOption(given, 'count', 1, MAX_SKIPPED);
    const index = readWholeNumberOption(given, 'to-index', 0, MAX_SKIP_INDEX);
    if (all && id === undefined && count !== undefined && index === undefined) {
      return { wallets: (await skipAddressesInAllWallets(db, count)).map(movedJson) };
    }
    if (!all && id !== undefined && index !== undefined && count === undefined) {
      return movedJson(await skipToIndex(db, id, index));
    }
    throw new UsageError('Give either a wallet with --to-index, or --all with --count.');
  },
};

function movedJson({ id, nextIndex }: { id: string; nextIndex: number }) {
  return { id, next_index: nextIndex };
}
