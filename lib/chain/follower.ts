import type { Database } from '@/db/client';
import type { Network } from '@/lib/domain/network';
import type { Ledger } from './ledger';
import type { ChainSource } from './source';

/** What it takes to follow one network. */
export interface Follower {
  readonly network: Network;
  readonly database: Database;
  readonly source: ChainSource;
  readonly ledger: Ledger;
  readonly clock: () => Date;
}
