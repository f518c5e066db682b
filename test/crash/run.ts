import { openDatabase } from '@/db/client';
import { OPERATOR } from '@/lib/domain/actor';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { type TestKey, testVault } from '@/test/support/factories';
import { audit } from './audit';
import { openClient } from './client';
import type { ClientResponses } from './client-responses';
import { type CrashSetup, startCrashSetup, startServersWithKills } from './crash-setup';
import { type Evidence, gatherEvidence } from './evidence';
import { createRetryingSender } from './exchange';
import { Findings } from './findings';
import { checkProgress, waitUntilAllUp, waitUntilIdle } from './idle';
import type { KillCounts } from './killer';
import { startLoad } from './load';
import { planKills } from './plan';
import { openPlugin } from './plugin';

export interface RunBounds {
  readonly seed: string;
  readonly servers: 1 | 2;
  readonly kills: number;
  readonly log: (line: string) => void;
}

export interface RunResult {
  readonly kills: KillCounts;
  readonly duringMigrations: number;
  readonly reorgs: number;
  readonly retries: number;
  readonly exits: number;
  readonly evidence: Evidence;
  readonly findings: Findings;
}

/** After this many kills, the next kill waits until everything works again. */
const KILLS_AT_A_STRETCH = 20;
const DURING_MIGRATIONS = 0.1;
const OVERLAP_SECONDS = 600;

export async function runCrashTest(bounds: RunBounds): Promise<RunResult> {
  const { log } = bounds;
  const stage = await startCrashSetup(bounds.seed, bounds.servers);
  try {
    const findings = new Findings();
    const notebook: ClientResponses = {
      ...{ acknowledged: [], links: [], clicks: [], refunds: [], orders: [] },
      retries: 0,
    };
    const duringMigrations = Math.max(2, Math.round(bounds.kills * DURING_MIGRATIONS));
    const { key, store } = await startServersWithKills(stage, duringMigrations);
    log(`migrated after ${stage.killer.count} kills`);
    const exchange = createRetryingSender(stage.balancer.url, notebook, findings);
    const client = openClient(exchange, key.apiKey, findings);
    const plugin = openPlugin(exchange, store);
    const load = startLoad(stage, { exchange, client, plugin, notebook, findings });
    await killUnderLoad(stage, key, bounds.kills - duringMigrations, findings, log);
    await waitUntilAllUp(stage);
    const { reorgs } = await load.end();
    await waitUntilIdle(stage, findings);
    log('at rest');
    const evidence = await gatherEvidence(
      {
        ...notebook,
        arrivals: stage.hooks.arrivals,
        storeArrivals: stage.hooks.storeArrivals,
        endpointUrl: stage.hooks.endpointUrl,
        uncountedVisits: logLines(stage, /a visit of a payment link could not be counted/).length,
      },
      { url: stage.database.url, node: stage.node.node, client, key, plugin, store },
    );
    audit(evidence, findings);
    auditLogs(stage, findings);
    return {
      kills: stage.killer.kills,
      duringMigrations,
      reorgs,
      retries: notebook.retries,
      exits: stage.servers.reduce((sum, server) => sum + server.exits, 0),
      evidence,
      findings,
    };
  } catch (error) {
    for (const { app } of stage.servers) log(app.output().slice(-8_000));
    throw error;
  } finally {
    await stage.close();
  }
}

async function killUnderLoad(
  stage: CrashSetup,
  key: TestKey,
  count: number,
  findings: Findings,
  log: (line: string) => void,
): Promise<void> {
  const plan = planKills(stage.randomOf('plan'), count);
  for (let start = 0; start < plan.length; start += KILLS_AT_A_STRETCH) {
    const stretch = plan.slice(start, start + KILLS_AT_A_STRETCH);
    await stage.killer.carryOut(stretch, () => waitUntilAllUp(stage));
    await stage.killer.over();
    await checkProgress(stage, findings);
    await rotateSecret(stage, key);
    log(`${stage.killer.count} kills, ${stage.hooks.arrivals.length} webhooks came`);
  }
}

/** 40P01 is PostgreSQL's code for a deadlock. */
const SERVER_ERROR = /uncaught error|internal[ _]error|40P01/;

function auditLogs(stage: CrashSetup, findings: Findings): void {
  findings.noteAll('uncaught errors of a server', logLines(stage, SERVER_ERROR));
}

const logLines = ({ servers }: CrashSetup, pattern: RegExp) =>
  servers.flatMap(({ app }) => app.output().split('\n')).filter((line) => pattern.test(line));

async function rotateSecret(stage: CrashSetup, key: TestKey): Promise<void> {
  const { db, close } = openDatabase(stage.database.url, 2);
  try {
    await rotateSigningSecret(
      db,
      testVault,
      OPERATOR,
      key.actor.apiKeyId,
      OVERLAP_SECONDS,
      new Date(),
    );
  } finally {
    await close();
  }
}
