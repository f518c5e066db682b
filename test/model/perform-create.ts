import type { TestResponse } from '../support/api';
import { nth, type SystemAndModel } from './pair';
import { toRequestedPrice } from './prices';
import type { ReferencePayment } from './reference-payment';
import type { Action } from './steps';
import type { System } from './system';
import { SHOP_DATA, type Terms } from './terms';

export function toCreateTerms(
  { system }: SystemAndModel,
  action: Action & { kind: 'create' },
): Terms {
  const hook = action.hook === null ? undefined : nth(system.hooks.urls, action.hook);
  const address = action.address === null ? undefined : nth(system.addresses, action.address);
  return {
    ...(action.price === null
      ? { amount_sats: action.amount }
      : { price: toRequestedPrice(action.price.units, action.price.currency) }),
    underpayment_tolerance_ppm: action.ppm,
    required_confirmations: action.depth,
    expires_in: action.expiresIn,
    ...(hook === undefined ? {} : { webhook_url: hook }),
    ...(address === undefined ? {} : { destination_address: address }),
    ...(action.said === null ? {} : SHOP_DATA[action.said]),
  };
}

export function repeatTerms(terms: Terms, other: boolean): Terms {
  if (other) return { ...terms, reference: `${terms.reference ?? ''}another` };
  return terms;
}

export async function performCreate(
  pair: SystemAndModel,
  terms: Terms,
  which: number | null,
): Promise<string[]> {
  const answer = await sendCreate(pair.system.call, pair, terms, which);
  return applyCreateResponse(pair, terms, which, answer);
}

/** Sends the fields in reverse order, which must not matter. @param call the API of a process */
export function sendCreate(
  call: System['call'],
  { bodies }: SystemAndModel,
  terms: Terms,
  which: number | null,
): Promise<TestResponse> {
  if (which !== null) bodies.set(which, terms);
  const reordered = Object.fromEntries(Object.entries(terms).reverse());
  return call('POST', '/v1/btc/payments', reordered, toIdempotencyKey(which));
}

export const toIdempotencyKey = (which: number | null) =>
  which === null ? undefined : `key-${which}`;

/**
 * Compares the response with the model's. If a payment is expected, adds the reported payment to
 * the model.
 */
export function applyCreateResponse(
  { model }: SystemAndModel,
  terms: Terms,
  which: number | null,
  answer: TestResponse,
): string[] {
  const key = toIdempotencyKey(which);
  const expected = model.answerTo(terms, key);
  if (expected !== 'created' && 'replay' in expected) {
    const replayed = answer.headers['idempotency-replayed'] === 'true';
    const same = answer.status === 201 && answer.text === expected.replay && replayed;
    return same ? [] : [`create answers ${answer.text}, and not again ${expected.replay}`];
  }
  if (expected !== 'created') {
    const right = answer.json.code === expected.refusal;
    return right ? [] : [`create answers ${answer.text}, and not ${expected.refusal}`];
  }
  if (answer.status !== 201) return [`create answers ${answer.text}, and not with a payment`];
  const { id, address } = answer.json as { id: string; address: string };
  const wanted = terms.destination_address;
  const used = wanted === undefined && model.payments.some((one) => one.address === address);
  model.created(id, address, terms, answer.text, key);
  if (used) return [`create gives an address that another payment has: ${address}`];
  return wanted === undefined || wanted === address
    ? []
    : [`create gives ${address}, not ${wanted}`];
}

export async function cancel(pair: SystemAndModel, payment?: ReferencePayment): Promise<string[]> {
  if (!payment) return [];
  return applyCancelResponse(pair, payment, await sendCancel(pair.system.call, payment));
}

export function sendCancel(call: System['call'], { id }: ReferencePayment): Promise<TestResponse> {
  return call('POST', `/v1/btc/payments/${id}/cancel`);
}

export function applyCancelResponse(
  { model }: SystemAndModel,
  payment: ReferencePayment,
  answer: TestResponse,
) {
  const was = payment.status;
  const expected = model.cancel(payment) ? 200 : 409;
  if (answer.status === expected) return [];
  return [`cancel of a ${was} payment answers ${answer.status}, not ${expected}`];
}
