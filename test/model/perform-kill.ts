import { eq } from 'drizzle-orm';
import { delivery } from '@/db/schema/webhooks';
import { applyAttemptsToModel } from './apply-attempts-to-model';
import { type KillableProcess, openKillable } from './killable-process';
import { nth, type SystemAndModel, sentKey } from './pair';
import {
  applyCancelResponse,
  applyCreateResponse,
  performCreate,
  sendCancel,
  sendCreate,
  toCreateTerms,
  toIdempotencyKey,
} from './perform-create';
import { applyClickResult, clickAgain, sendClick, toReferenceClick } from './perform-links';
import { applyChainRead, applyPartialRead } from './read';
import type { Action } from './steps';

type Killing = Extract<Action, { readonly kind: 'kill' }>;
type Work<Kind> = Extract<Killing['work'], { readonly kind: Kind }>;

/**
 * Runs a process until it is killed. The model then adopts the state in the database, which must
 * contain each piece of work completely or not at all.
 */
export async function performKill(pair: SystemAndModel, action: Killing): Promise<string[]> {
  const { system, moves } = pair;
  const { work, moment } = action;
  // During an outage, timing would decide which call fails first.
  if (work.kind === 'read' && system.outage.callsLeft !== undefined) return [];
  const killable = await openKillable(system.base.url, moment);
  const { end, found } = await runUntilKilled(pair, action, killable);
  moves.push(`killed within a ${work.kind}: ${end}`);
  return found;
}

interface KillOutcome {
  readonly end: 'survived' | 'nothing' | 'something';
  readonly found: string[];
}

function runUntilKilled(
  pair: SystemAndModel,
  action: Killing,
  killable: KillableProcess,
): Promise<KillOutcome> {
  switch (action.work.kind) {
    case 'read':
      return read(pair, action, action.work, killable);
    case 'dispatch':
      return dispatch(pair, action, killable);
    case 'create':
      return killedCreate(pair, action.work, killable);
    case 'click':
      return killedClick(pair, action.work, killable);
    case 'cancel':
      return killedCancel(pair, action.work, killable);
  }
}

async function read(
  pair: SystemAndModel,
  { process, beside }: Killing,
  { blocks }: Work<'read'>,
  killable: KillableProcess,
): Promise<KillOutcome> {
  const { system, looked, model } = pair;
  if (blocks > 0) model.chain.mine(await system.driver.mine(blocks));
  const other = process === 0 ? 1 : 0;
  const restart = (one: 0 | 1) => {
    system.restart(one);
    looked[one].clear();
  };
  // After a restart, a process has seen no mempool transaction.
  if (beside) [0 as const, 1 as const].forEach(restart);
  const before = JSON.stringify([model.followed.length, model.payments]);
  const [done, second] = await Promise.all([
    killable.live(system.sync(process, killable.database)),
    beside ? system.sync(other) : undefined,
  ]);
  const found: string[] = [];
  if (!done) await applyPartialRead(pair, process);
  else if (done.kind !== 'busy') found.push(...applyChainRead(pair, process, done));
  if (second && second.kind !== 'busy') found.push(...applyChainRead(pair, other, second));
  restart(process);
  const after = JSON.stringify([model.followed.length, model.payments]);
  return { end: done ? 'survived' : before === after ? 'nothing' : 'something', found };
}

const LEASE_MS = 30_000;

async function dispatch(
  pair: SystemAndModel,
  { process, beside }: Killing,
  killable: KillableProcess,
): Promise<KillOutcome> {
  const { system, model, sent } = pair;
  const sending = { perHost: 1, maxInFlight: 1, random: 0.5 };
  const other = process === 0 ? 1 : 0;
  const [done] = await Promise.all([
    killable.live(system.dispatch(process, sending, killable.database)),
    beside ? system.dispatch(other, sending) : undefined,
  ]);
  const rows = await system.base.db
    .select({ event: delivery.eventId, url: delivery.url, startedAt: delivery.attemptStartedAt })
    .from(delivery)
    .where(eq(delivery.status, 'delivering'));
  const running = rows.map(({ startedAt, ...row }) => ({ ...row, ms: startedAt?.getTime() ?? 0 }));
  if (running.every(({ ms }) => ms + LEASE_MS > model.now)) model.deliveries.reclaim(model.now);
  const begun = running.filter(({ ms }) => ms === model.now);
  const unfinished = begun.flatMap(({ event, url }) => sent.get(sentKey(event, url))?.one ?? []);
  const before = model.deliveries.all.flatMap(({ attempts }) => attempts).length;
  // Each process has a separate limit per host.
  const perHost = beside ? 2 * sending.perHost : sending.perHost;
  const found = applyAttemptsToModel(pair, { ...sending, perHost }, unfinished);
  const after = model.deliveries.all.flatMap(({ attempts }) => attempts).length;
  if (done !== undefined && unfinished.length > 0)
    found.push('a surviving process left an unfinished attempt');
  return {
    end: done !== undefined ? 'survived' : before === after ? 'nothing' : 'something',
    found,
  };
}

/**
 * The killed process may have created the payment. A request with the same Idempotency-Key must not
 * create a second payment.
 */
async function killedCreate(
  pair: SystemAndModel,
  work: Work<'create'>,
  killable: KillableProcess,
): Promise<KillOutcome> {
  const { system, model } = pair;
  const terms = toCreateTerms(pair, work);
  const expected = model.answerTo(terms, toIdempotencyKey(work.key));
  const call = system.apiOn(killable.database);
  const answer = await killable.live(sendCreate(call, pair, terms, work.key));
  if (answer) return { end: 'survived', found: applyCreateResponse(pair, terms, work.key, answer) };
  const newest = await leftBehind(pair);
  if (!newest) {
    const found = work.key === null ? [] : await performCreate(pair, terms, work.key);
    return { end: 'nothing', found };
  }
  const { id, address } = newest;
  const found = expected === 'created' ? [] : ['a rejected create left a payment'];
  if (work.key === null) {
    model.created(id, address, terms, '');
    return { end: 'something', found };
  }
  const repeated = await sendCreate(system.call, pair, terms, work.key);
  model.created(id, address, terms, repeated.text, toIdempotencyKey(work.key));
  const same = repeated.json.id === id && repeated.headers['idempotency-replayed'] === 'true';
  if (!same) found.push(`a create that is repeated answers ${repeated.text}, and not with ${id}`);
  return { end: 'something', found };
}

/** Returns the payment that a killed process created; undefined if there is none. */
async function leftBehind({ system, model }: SystemAndModel) {
  const { json } = await system.call('GET', '/v1/btc/payments?from=0&to=32503680000&limit=1');
  const [newest] = json.data as { id: string; address: string }[];
  return newest && !model.payments.some(({ id }) => id === newest.id) ? newest : undefined;
}

/**
 * Kills a process while it handles a form, which the visitor then submits again. Both requests
 * together must create at most one payment.
 */
async function killedClick(
  pair: SystemAndModel,
  work: Work<'click'>,
  killable: KillableProcess,
): Promise<KillOutcome> {
  const { model } = pair;
  const click = toReferenceClick(pair, work);
  if (!click) return { end: 'nothing', found: [] };
  const expected = model.links.answerTo(click, model.now);
  const answer = await killable.live(sendClick(killable.database, pair, work, click));
  if (answer) return { end: 'survived', found: applyClickResult(pair, work, click, answer) };
  const made = await leftBehind(pair);
  if (made) model.clicked(click, made.id, made.address, model.now);
  const found = made && expected !== 'made' ? ['a refused click left a payment'] : [];
  found.push(...(await clickAgain(pair, work, click)));
  return { end: made ? 'something' : 'nothing', found };
}

async function killedCancel(
  pair: SystemAndModel,
  work: Work<'cancel'>,
  killable: KillableProcess,
): Promise<KillOutcome> {
  const { system, model } = pair;
  const payment = nth(model.payments, work.payment);
  if (!payment) return { end: 'nothing', found: [] };
  const answer = await killable.live(sendCancel(system.apiOn(killable.database), payment));
  if (answer) return { end: 'survived', found: applyCancelResponse(pair, payment, answer) };
  const { json } = await system.call('GET', `/v1/btc/payments/${payment.id}`);
  if (json.status !== 'canceled' || payment.status === 'canceled')
    return { end: 'nothing', found: [] };
  model.cancel(payment);
  return { end: 'something', found: [] };
}
