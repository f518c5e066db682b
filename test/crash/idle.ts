import type { TestNode } from '@/test/support/bitcoind';
import { until } from '@/test/support/wait';
import type { CrashSetup } from './crash-setup';
import type { Findings } from './findings';
import { BURN_ADDRESS } from './node-part';
import { queryDatabase } from './query-database';

const READY_MS = 120_000;
const CATCH_UP_MS = 120_000;
const DRAIN_MS = 180_000;
/** Longer than 300 seconds, which is the shorter expiry time of the test's payments. */
const EXPIRIES_MS = 360_000;
/** More confirmations than any payment requires. */
const DEPTH = 8;

const soon = () => ({ signal: AbortSignal.timeout(5_000) });

export async function waitUntilAllUp({ node, database, servers }: CrashSetup): Promise<void> {
  await until('the node answers', async () => node.node.tip(), READY_MS);
  await until('the database answers', () => queryDatabase(database.url, 'select 1'), READY_MS);
  for (const { app } of servers) {
    await until(
      `the server at ${app.url} is ready`,
      async () => (await fetch(`${app.url}/api/ready`, soon())).ok,
      READY_MS,
    );
  }
}

/** Checks between kills that all parts work, because the next kill would end a stall unnoticed. */
export async function checkProgress(stage: CrashSetup, findings: Findings): Promise<void> {
  await waitUntilAllUp(stage);
  const since = new Date().toISOString();
  await note(findings, 'jobs at a standstill', () =>
    until(
      'the chain is read in full',
      async () => {
        const rows = await queryDatabase(
          stage.database.url,
          'select 1 from chain where read_at > $1::timestamptz',
          since,
        );
        return rows.length > 0;
      },
      CATCH_UP_MS,
    ),
  );
  await note(findings, 'servers that no longer listen', () =>
    until(
      `${stage.servers.length} servers listen`,
      async () => {
        const rows = await queryDatabase(
          stage.database.url,
          `select 1 from pg_stat_activity
           where application_name = 'blocktally' and query ilike 'listen%'`,
        );
        return rows.length >= stage.servers.length;
      },
      CATCH_UP_MS,
    ),
  );
}

/**
 * Waits until all transactions are deep in the chain, no payment is about to expire, the servers
 * have read the chain, and every webhook has been accepted.
 */
export async function waitUntilIdle(stage: CrashSetup, findings: Findings): Promise<void> {
  await waitUntilAllUp(stage);
  stage.hooks.calm();
  await mineDeep(stage.node.node);
  // If a payment expired while the evidence is gathered, the evidence would contradict itself.
  await until('no payment expires soon', () => isFarFromExpiries(stage), EXPIRIES_MS);
  await note(findings, 'jobs at a standstill', () =>
    until('everything is at rest', () => isIdle(stage), DRAIN_MS),
  );
}

async function isFarFromExpiries({ database }: CrashSetup): Promise<boolean> {
  const soon = await queryDatabase(
    database.url,
    `select 1 from payment where status = 'pending'
     and expires_at between now() and now() + interval '1 minute' limit 1`,
  );
  return soon.length === 0;
}

async function mineDeep(node: TestNode): Promise<void> {
  await until('everything is mined', async () => {
    await node.mine(1, BURN_ADDRESS);
    return (await node.rpc<string[]>('getrawmempool')).length === 0;
  });
  await node.mine(DEPTH, BURN_ADDRESS);
}

async function isIdle({ database, node }: CrashSetup): Promise<boolean> {
  const { url } = database;
  const { hash } = await node.node.tip();
  // Ends the waits for missing transactions, for paused hosts and between attempts. Leases expire
  // soon, so they stay.
  await queryDatabase(
    url,
    `update transaction set missing_since = now() - interval '1 day'
    where missing_since > now() - interval '1 hour'`,
  );
  await queryDatabase(url, `update webhook_host set open_until = null where open_until > now()`);
  await queryDatabase(
    url,
    `update delivery set next_attempt_at = now(), not_before = null
    where status = 'pending' and next_attempt_at > now()`,
  );
  const [row] = await queryDatabase<{ open: string }>(
    url,
    `select (select count(*) from chain where hash <> $1 or failing_since is not null)
          + (select count(*) from transaction where height is null and not gone)
          + (select count(*) from refund where wants_fee)
          + (select count(*) from delivery where status <> 'delivered')
          + (select count(*) from payment p join chain c on c.network = p.network
             where p.status = 'pending' and p.expires_at < c.read_at) as open`,
    hash,
  );
  return row?.open === '0';
}

async function note(
  findings: Findings,
  fault: 'jobs at a standstill' | 'servers that no longer listen',
  work: () => Promise<unknown>,
): Promise<void> {
  await work().catch((error: Error) => findings.note(fault, error.message));
}
