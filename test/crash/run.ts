import { openDatabase } from '@/db/client';
import { OPERATOR } from '@/lib/domain/actor';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { type TestKey, testVault } from '@/test/support/factories';
import { audit } from './audit';
import { keepCreating, openClient, type ShopBackend } from './client';
import { type Evidence, gatherEvidence } from './evidence';
import { Findings } from './findings';
import { allUp, checkProgress, waitUntilIdle } from './idle';
import type { Kills } from './killer';
import { keepMining } from './miner';
import type { Acknowledged, Notebook } from './notebook';
import { Payer } from './payer';
import { planKills } from './plan';
import { begin, type Stage, setStage } from './stage';

export interface RunBounds {
  readonly seed: string;
  readonly servers: 1 | 2;
  readonly kills: number;
  readonly log: (line: string) => void;
}

export interface RunResult {
  readonly kills: Kills;
  readonly duringMigrations: number;
  readonly reorgs: number;
  readonly retries: number;
  /** How often a server ended by itself. */
  readonly exits: number;
  readonly evidence: Evidence;
  readonly findings: Findings;
}

const CLIENTS = 6;
/** A number of kills, then no more until everything works again. */
const KILLS_AT_A_STRETCH = 20;
const DURING_MIGRATIONS = 0.1;
const OVERLAP_SECONDS = 600;

/** One run: a merchant under load, with continuous kills, then rest and the audit. */
export async function run(bounds: RunBounds): Promise<RunResult> {
  const { log } = bounds;
  const stage = await setStage(bounds.seed, bounds.servers);
  try {
    const findings = new Findings();
    const notebook: Notebook = { acknowledged: [], retries: 0 };
    const duringMigrations = Math.max(2, Math.round(bounds.kills * DURING_MIGRATIONS));
    const key = await begin(stage, duringMigrations);
    log(`migrated after ${stage.killer.count} kills`);
    const client = openClient(stage.balancer.url, key.apiKey, notebook, findings);
    const load = startLoad(stage, client, notebook, findings);
    await killUnderLoad(stage, key, bounds.kills - duringMigrations, findings, log);
    await allUp(stage);
    const { reorgs } = await load.end();
    await waitUntilIdle(stage, findings);
    log('at rest');
    const evidence = await gatherEvidence(
      { acknowledged: notebook.acknowledged, arrivals: stage.hooks.arrivals },
      { url: stage.database.url, node: stage.node.node, client, key },
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

function startLoad(stage: Stage, client: ShopBackend, notebook: Notebook, findings: Findings) {
  const clientsOver = new AbortController();
  const restOver = new AbortController();
  const { randomOf, hooks, node } = stage;
  const payer = new Payer(node.node, randomOf('payer'), client);
  const readers = randomOf('readers');
  const onAcknowledged = (acknowledged: Acknowledged) => {
    notebook.acknowledged.push(acknowledged);
    payer.takeOn(acknowledged);
    if (readers.chance(0.3)) checks.push(client.check(readers.pick(notebook.acknowledged)));
  };
  const checks: Promise<void>[] = [];
  const clients = Array.from({ length: CLIENTS }, (_, n) =>
    keepCreating(client, randomOf(`client ${n}`), clientsOver.signal, {
      name: `order-${n}`,
      hookUrls: hooks.urls,
      findings,
      onAcknowledged,
    }),
  );
  const paying = payer.keepPaying(restOver.signal);
  const mining = keepMining(node.node, randomOf('miner'), restOver.signal);
  return {
    /** Lets all clients finish their current work. */
    end: async () => {
      clientsOver.abort();
      await Promise.all(clients);
      restOver.abort();
      await Promise.all([paying, ...checks]);
      return mining;
    },
  };
}

async function killUnderLoad(
  stage: Stage,
  key: TestKey,
  count: number,
  findings: Findings,
  log: (line: string) => void,
): Promise<void> {
  const plan = planKills(stage.randomOf('plan'), count);
  for (let start = 0; start < plan.length; start += KILLS_AT_A_STRETCH) {
    const stretch = plan.slice(start, start + KILLS_AT_A_STRETCH);
    await stage.killer.carryOut(stretch, () => allUp(stage));
    await stage.killer.over();
    await checkProgress(stage, findings);
    await rotateSecret(stage, key);
    log(`${stage.killer.count} kills, ${stage.hooks.arrivals.length} webhooks came`);
  }
}

/** Errors that the server's program did not expect. */
function auditLogs({ servers }: Stage, findings: Findings): void {
  for (const { app } of servers) {
    const lines = app.output().split('\n');
    const unforeseen = /uncaught error|internal error/;
    findings.noteAll(
      'uncaught errors of a server',
      lines.filter((line) => unforeseen.test(line)),
    );
  }
}

async function rotateSecret(stage: Stage, key: TestKey): Promise<void> {
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
