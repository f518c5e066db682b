import { eq } from 'drizzle-orm';
import { webhookEndpoint } from '@/db/schema/endpoints';
import { OPERATOR } from '@/lib/domain/actor';
import { removeEndpoint, updateEndpoint } from '@/lib/webhooks/endpoints/change-endpoint';
import { createEndpoint } from '@/lib/webhooks/endpoints/create-endpoint';
import { pauseEndpoint } from '@/lib/webhooks/endpoints/pause-endpoint';
import { resumeEndpoint } from '@/lib/webhooks/endpoints/resume-endpoint';
import { testVault } from '../support/factories';
import { nth, type SystemAndModel } from './pair';
import type { EventType } from './reference-payment';
import type { Action } from './steps';

export type EndpointStep = Extract<
  Action,
  { readonly kind: 'pause' | 'resume' | 'addEndpoint' | 'removeEndpoint' }
>;

export async function performOnEndpoint(
  pair: SystemAndModel,
  action: EndpointStep,
): Promise<string[]> {
  const url = nth(pair.system.hooks.urls, action.hook) ?? '';
  const { db } = pair.system.base;
  const [row] = await db.select().from(webhookEndpoint).where(eq(webhookEndpoint.url, url));
  const isKnown = pair.model.deliveries.knows(url);
  if ((row !== undefined) !== isKnown) return [`${url} is ${row ? 'an' : 'no'} endpoint`];
  if (action.kind === 'addEndpoint') return add(pair, url, action.types, row?.id);
  if (!row) return [];
  if (action.kind === 'removeEndpoint') return remove(pair, url, row.id);
  return pauseOrResume(pair, action.kind, url, row.id);
}

async function add(
  { system, model, endpointSecrets }: SystemAndModel,
  url: string,
  types: readonly EventType[],
  id: string | undefined,
): Promise<string[]> {
  const { db } = system.base;
  const now = new Date(model.now);
  const owner = { ...system.owner, factorAt: now };
  const { added } = model.deliveries;
  if (added.has(url) && id !== undefined) {
    await updateEndpoint(db, owner, id, { events: types }, now);
  } else {
    const request = { url, name: 'Books', events: types, network: null };
    const made = await createEndpoint(db, testVault, owner, request, now, async () => {});
    endpointSecrets.set(url, made.signingSecret);
  }
  added.set(url, types);
  return [];
}

async function remove(
  { system, model, endpointSecrets }: SystemAndModel,
  url: string,
  id: string,
): Promise<string[]> {
  if (!model.deliveries.added.has(url)) return [];
  await removeEndpoint(system.base.db, system.owner, id, new Date(model.now));
  // An endpoint that has got events keeps its secret, with which its pending deliveries are signed.
  if (!model.deliveries.remove(url)) endpointSecrets.delete(url);
  return [];
}

async function pauseOrResume(
  { system, model }: SystemAndModel,
  kind: 'pause' | 'resume',
  url: string,
  id: string,
): Promise<string[]> {
  const { db } = system.base;
  const now = new Date(model.now);
  if (kind === 'pause') {
    model.deliveries.pause(url);
    await pauseEndpoint(db, OPERATOR, id, now);
    return [];
  }
  const expected = model.deliveries.resume(url, model.now);
  const waited = await resumeEndpoint(db, OPERATOR, id, now);
  return waited === expected ? [] : [`${waited} deliveries waited, and not ${expected}`];
}
