import { eq, isNull } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { wallet } from '@/db/schema/accounts';
import { readDescriptor, type WalletFacts } from '@/lib/bitcoin/wallet-facts';

type WalletRow = typeof wallet.$inferSelect;

/** A wallet with everything that is derived from its descriptor. */
export type DerivedWallet = WalletRow & {
  readonly kind: string;
  readonly firstAddresses: readonly string[];
};

/** What is stored of a wallet, so that nothing is parsed or derived again to show it. */
export function walletColumns(facts: WalletFacts) {
  const { canonical, fingerprint } = facts;
  return { descriptor: canonical, fingerprint, ...derivedColumns(facts) };
}

function derivedColumns({ kind, template, firstAddresses }: WalletFacts) {
  return { kind, template, firstAddresses: [...firstAddresses] };
}

/**
 * Derives what is missing in wallets that an older version stored.
 *
 * @throws AggregateError after the others, for wallets where that failed
 */
export async function deriveWallets(db: Db): Promise<void> {
  const rows = await db.select().from(wallet).where(isNull(wallet.template));
  const faults: unknown[] = [];
  for (const row of rows) await derivedWallet(db, row).catch((fault) => faults.push(fault));
  if (faults.length > 0) throw new AggregateError(faults, `${faults.length} wallets not derived`);
}

/** The wallet with what is derived from its descriptor, which is stored if it was not. */
export async function derivedWallet(db: Db, row: WalletRow): Promise<DerivedWallet> {
  const { kind, firstAddresses } = row;
  if (kind !== null && firstAddresses !== null) return { ...row, kind, firstAddresses };
  const { network, descriptor: text } = row;
  const options = { unlimited: true } as const;
  const read = await readDescriptor({ text, network, options });
  if (read.kind !== 'wallet') throw new Error(`the addresses of wallet ${row.id} were not derived`);
  const derived = derivedColumns(read.facts);
  await db.update(wallet).set(derived).where(eq(wallet.id, row.id));
  return { ...row, ...derived };
}
