import { OPERATOR } from '@/lib/domain/actor';
import { rotateSigningSecret } from '@/lib/keys/rotate-signing-secret';
import { updateKey } from '@/lib/keys/update-key';
import { resendDeliveries } from '@/lib/webhooks/delivery/resend-deliveries';
import { resendDelivery } from '@/lib/webhooks/delivery/resend-delivery';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { testVault } from '../support/factories';
import { applyAttemptsToModel } from './apply-attempts-to-model';
import { moveClock, nth, type SystemAndModel } from './pair';
import { type EndpointStep, performOnEndpoint } from './perform-endpoints';
import type { ReferenceDelivery } from './reference-deliveries';
import type { EventType } from './reference-payment';
import { REPLIES, type ReplyName } from './replies';
import type { Action, DispatchPlan } from './steps';
import type { SendingLimits } from './system';

const PER_HOST = 8;
const MAX_IN_FLIGHT = 64;

type OnDeliveries =
  | EndpointStep
  | Extract<
      Action,
      {
        readonly kind:
          | 'dispatch'
          | 'answer'
          | 'waitForAttempt'
          | 'resend'
          | 'rotateSecret'
          | 'choose'
          | 'defaultHook';
      }
    >;

export async function performOnDeliveries(
  pair: SystemAndModel,
  action: OnDeliveries,
): Promise<string[]> {
  switch (action.kind) {
    case 'dispatch':
      return dispatch(pair, action);
    case 'answer':
      return answer(pair, action.hook, action.reply);
    case 'waitForAttempt':
      return waitForAttempt(pair, action.delivery, action.ms);
    case 'resend':
      return resend(pair, action.delivery);
    case 'rotateSecret':
      return rotateSecret(pair, action.overlapS);
    case 'choose':
      return choose(pair, action.types);
    case 'defaultHook':
      return setDefaultHook(pair, action.hook);
    default:
      return performOnEndpoint(pair, action);
  }
}

async function dispatch(pair: SystemAndModel, action: DispatchPlan): Promise<string[]> {
  const { deliveries } = pair.model;
  const found: string[] = [];
  for (let round = 0; round < action.times; round += 1) {
    if (round > 0) {
      const next = deliveries.nextListAt();
      if (next === Infinity) break;
      moveClock(pair, next);
    }
    deliveries.reclaim(pair.model.now);
    const { sending, areTogether } = sendingOf(pair, action.random);
    const processes = action.process === 'both' ? ([0, 1] as const) : [action.process];
    let perHost = sending.perHost;
    if (areTogether) {
      perHost *= processes.length;
      await Promise.all(processes.map((process) => pair.system.dispatch(process, sending)));
    } else for (const process of processes) await pair.system.dispatch(process, sending);
    found.push(...applyAttemptsToModel(pair, { ...sending, perHost }, []));
    const left = deliveries.all.filter((one) =>
      deliveries.mayBeAttempted(one, pair.model.now, perHost),
    );
    if (left.length > 0) found.push(`${left.length} deliveries are due and were not tried`);
  }
  return found;
}

/**
 * Chooses settings with which timing cannot change the result. Attempts to a host run in parallel
 * only if no host is failing, and all receivers respond alike with a status below 429. Both
 * processes then send concurrently, unless a host is paused or probed.
 */
function sendingOf(
  { system, model }: SystemAndModel,
  random: number,
): { readonly sending: SendingLimits; readonly areTogether: boolean } {
  const [only, ...others] = new Set(system.hooks.replies.values());
  const { status } = REPLIES[only ?? 'silent'];
  const hosts = model.deliveries.all.map(({ host }) => host);
  const areWorking = hosts.every(({ failing }) => !failing);
  const alike = areWorking && others.length === 0 && status !== null && status < 429;
  const sending = { perHost: alike ? PER_HOST : 1, maxInFlight: MAX_IN_FLIGHT, random };
  const areClosed = hosts.every(({ openUntil }) => openUntil === 0);
  return { sending, areTogether: alike && areClosed };
}

function answer(
  { system: { hooks } }: SystemAndModel,
  which: number | null,
  reply: ReplyName,
): string[] {
  const url = which === null ? undefined : nth(hooks.urls, which);
  for (const one of url === undefined ? hooks.urls : [url]) hooks.replies.set(one, reply);
  return [];
}

function waitForAttempt(pair: SystemAndModel, which: number, ms: number): string[] {
  const waiting = pair.model.deliveries.all.filter(
    ({ status, due }) => status === 'delivering' || (status === 'pending' && due < Infinity),
  );
  const one = nth(waiting, which);
  if (!one) return [];
  const { status, leaseUntil, due, host } = one;
  const at = status === 'delivering' ? leaseUntil : Math.max(due, host.openUntil);
  return moveClock(pair, at + ms);
}

/** @param which the index of a delivery; null resends all deliveries that were given up */
async function resend(pair: SystemAndModel, which: number | null): Promise<string[]> {
  const { system, model } = pair;
  const { db } = system.base;
  const now = new Date(model.now);
  if (which === null) {
    const failed = model.deliveries.all.filter(({ status }) => status === 'failed');
    for (const one of failed) model.deliveries.resend(one, model.now);
    const resent = await resendDeliveries(
      db,
      OPERATOR,
      { apiKeyId: system.apiKeyId, state: 'failed' },
      now,
    );
    return resent === failed.length ? [] : [`${resent} are resent, and not ${failed.length}`];
  }
  const one = nth(model.deliveries.all, which);
  if (!one) return [];
  const expected = model.deliveries.resend(one, model.now) ? 'resent' : 'in_flight';
  const found = await resendDelivery(db, OPERATOR, idOf(pair, one), now);
  return found === expected ? [] : [`a resend is ${found}, and not ${expected}`];
}

function idOf({ sent }: SystemAndModel, one: ReferenceDelivery): string {
  return [...sent.values()].find((known) => known.one === one)?.deliveryId ?? '';
}

async function rotateSecret(pair: SystemAndModel, overlapS: number): Promise<string[]> {
  const { system, model, secrets } = pair;
  const now = new Date(model.now);
  const { db } = system.base;
  const rotated = await rotateSigningSecret(
    db,
    testVault,
    OPERATOR,
    system.apiKeyId,
    overlapS,
    now,
  );
  for (const secret of secrets) secret.until = Math.min(secret.until, model.now + overlapS * 1000);
  secrets.unshift({ text: rotated.signingSecret, until: Infinity });
  return [];
}

async function choose(
  { system, model }: SystemAndModel,
  webhookEvents: readonly EventType[],
): Promise<string[]> {
  const { db } = system.base;
  await updateKey(db, OPERATOR, system.apiKeyId, { webhookEvents }, new Date(model.now));
  model.deliveries.chosen = webhookEvents;
  return [];
}

async function setDefaultHook(
  { system, model }: SystemAndModel,
  which: number | null,
): Promise<string[]> {
  const url = which === null ? undefined : nth(system.hooks.urls, which);
  const changes = { defaultWebhookUrl: url ?? null };
  const check = (text: string) => checkWebhookTarget(text, { allowPrivate: true });
  const now = new Date(model.now);
  await updateKey(system.base.db, OPERATOR, system.apiKeyId, changes, now, check);
  model.defaultHook = url;
  return [];
}
