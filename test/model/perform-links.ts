import type { Database } from '@/db/client';
import { randomBase62 } from '@/lib/domain/ids';
import type { ClickResult } from './clicks';
import { moveClock, nth, type SystemAndModel } from './pair';
import { toRequestedPrice } from './prices';
import {
  type LinkTerms,
  linkEndsAt,
  type ReferenceClick,
  type ReferenceLink,
} from './reference-link';
import { expiresAt } from './reference-payment';
import type { Action, ClickPlan, LinkPlan } from './steps';
import type { System } from './system';
import { SHOP_DATA } from './terms';

const LINKS = '/v1/btc/payment_links';

type OnLink = Extract<Action, { readonly kind: 'makeLink' | 'click' | 'crowd' | 'deactivate' }>;

export async function performOnLink(pair: SystemAndModel, action: OnLink): Promise<string[]> {
  switch (action.kind) {
    case 'makeLink':
      return makeLink(pair, action);
    case 'click':
      return clickLink(pair, action);
    case 'crowd':
      return crowd(pair, action);
    case 'deactivate':
      return deactivate(pair, nth(pair.model.links.all, action.link));
  }
}

async function makeLink({ system, model }: SystemAndModel, wish: LinkPlan): Promise<string[]> {
  const terms = linkTermsOf(system, wish, model.now);
  const { status, text, json } = await system.call('POST', LINKS, terms);
  if (status !== 201) return [`a new link answers ${text}`];
  model.links.all.push({ id: json.id, terms, createdAt: model.now, deactivatedAt: null });
  return [];
}

function linkTermsOf({ hooks }: System, wish: LinkPlan, now: number): LinkTerms {
  const { asks, currency, least, amount, hook } = wish;
  const amounts = {
    sats: { amount_sats: amount },
    price: { price: toRequestedPrice(amount, currency) },
    free: {
      free_amount: {
        currency,
        ...(least === null ? {} : { minimum: toRequestedPrice(least, currency).amount }),
      },
    },
  };
  const url = hook === null ? undefined : nth(hooks.urls, hook);
  const { description: _, ...said } = (wish.said !== null && SHOP_DATA[wish.said]) || {};
  return {
    title: 'A cup of tea',
    ...amounts[asks],
    ...(wish.most === null ? {} : { max_payments: wish.most }),
    ...(wish.lasts === null ? {} : { expires_at: new Date(now + wish.lasts * 1000).toISOString() }),
    ...(wish.note === null ? {} : { payer_note: wish.note }),
    underpayment_tolerance_ppm: wish.ppm,
    required_confirmations: wish.depth,
    expires_in: wish.expiresIn,
    ...(url === undefined ? {} : { webhook_url: url }),
    ...said,
  };
}

async function deactivate(
  { system, model }: SystemAndModel,
  link?: ReferenceLink,
): Promise<string[]> {
  if (!link) return [];
  const { status, text } = await system.call('POST', `${LINKS}/${link.id}/deactivate`);
  link.deactivatedAt ??= model.now;
  return status === 200 ? [] : [`deactivating a link answers ${text}`];
}

async function clickLink(pair: SystemAndModel, wish: ClickPlan): Promise<string[]> {
  const click = toReferenceClick(pair, wish);
  return click ? clickAgain(pair, wish, click) : [];
}

/** Submits the form of a click, even if the form was submitted before. */
export async function clickAgain(
  pair: SystemAndModel,
  wish: ClickPlan,
  click: ReferenceClick,
): Promise<string[]> {
  const answer = await sendClick(pair.system.base.database, pair, wish, click);
  return applyClickResult(pair, wish, click, answer);
}

/** Returns undefined if there is no link yet. */
export function toReferenceClick(
  pair: SystemAndModel,
  wish: ClickPlan,
): ReferenceClick | undefined {
  const { model, browsers } = pair;
  const link = nth(model.links.all, wish.link);
  if (!link) return undefined;
  const known = browsers.get(wish.visitor);
  const paid = known?.own?.payment;
  const own = wish.forgets ? undefined : paid;
  const filled = { link, amount: typed(link, wish.units), note: wish.note };
  const click =
    known && wish.form === 'same'
      ? { ...known.last, own }
      : { ...filled, own, token: (wish.form === 'edited' && known?.last.token) || newToken() };
  const { before } = wish;
  const end = before?.end === 'link' ? linkEndsAt(click.link) : paid && expiresAt(paid);
  if (before && end !== undefined && end !== Infinity) moveClock(pair, end + before.ms);
  return click;
}

const newToken = () => randomBase62(22);

const typed = ({ terms }: ReferenceLink, units: number) =>
  terms.free_amount ? toRequestedPrice(units, terms.free_amount.currency).amount : '';

export function sendClick(
  database: Database,
  { system, browsers, model }: SystemAndModel,
  { visitor }: ClickPlan,
  click: ReferenceClick,
): Promise<ClickResult> {
  const { link, token, amount, note, own } = click;
  const known = browsers.get(visitor)?.own;
  browsers.set(visitor, { last: click, own: known });
  const ownCheckoutId = own && known?.checkoutId;
  const form = {
    token,
    amount,
    decimalMark: '.',
    proof: '',
    note,
    name: '',
    email: '',
    ownCheckoutId,
  } as const;
  return system.clickOn(database)(link.id, form, model.now);
}

/**
 * Compares the result of a click with the model's. Stores the reported payment in the model and in
 * the visitor's browser.
 */
export function applyClickResult(
  pair: SystemAndModel,
  { visitor }: ClickPlan,
  click: ReferenceClick,
  answer: ClickResult,
): string[] {
  const found = follow(pair, click, answer, pair.model.now);
  const payment = pair.model.payments.find((one) => 'id' in answer && one.id === answer.id);
  if (payment && 'checkoutId' in answer) {
    const own = { payment, checkoutId: answer.checkoutId };
    pair.browsers.set(visitor, { last: click, own });
  }
  return found;
}

function follow(
  { model, moves }: SystemAndModel,
  click: ReferenceClick,
  answer: ClickResult,
  at: number,
): string[] {
  const expected = model.links.answerTo(click, at);
  const text = JSON.stringify(answer);
  if (expected === 'made') {
    if (!('id' in answer) || model.payments.some(({ id }) => id === answer.id)) {
      return [`a click leads to ${text}, and not to a new payment`];
    }
    moves.push('click: made');
    const used = model.payments.some(({ address }) => address === answer.address);
    model.clicked(click, answer.id, answer.address, at);
    return used ? [`a click gives an address that another payment has: ${text}`] : [];
  }
  if ('again' in expected) {
    moves.push('click: again');
    const { id } = expected.again;
    return 'id' in answer && answer.id === id ? [] : [`a click leads to ${text}, and not to ${id}`];
  }
  moves.push(`click: ${expected.refusal}`);
  const right = 'refusal' in answer && answer.refusal === expected.refusal;
  return right ? [] : [`a click leads to ${text}, and not to ${expected.refusal}`];
}

/**
 * Several visitors click concurrently, each in a different millisecond, so no two payments have the
 * same creation time.
 */
async function crowd(
  pair: SystemAndModel,
  { link: which, visitors, units }: Extract<Action, { readonly kind: 'crowd' }>,
): Promise<string[]> {
  const { system, model } = pair;
  const link = nth(model.links.all, which);
  if (!link) return [];
  const clicks = Array.from({ length: visitors }, (_, n) => ({
    click: { link, token: newToken(), amount: typed(link, units), note: 'x', own: undefined },
    at: model.now + n,
  }));
  const answers = await Promise.all(
    clicks.map(async ({ click, at }, n) => {
      const { token, amount, note, own } = click;
      const page = system.clickOn(nth(system.pages, n) ?? system.base.database);
      const form = {
        token,
        amount,
        decimalMark: '.',
        proof: '',
        note,
        name: '',
        email: '',
        ownCheckoutId: own,
      } as const;
      return { click, at, answer: await page(link.id, form, at) };
    }),
  );
  moveClock(pair, model.now + visitors);
  // Because of the wallet's lock, payments are created in the order of their addresses. Refused
  // clicks come last, because a link that is full stays full during these clicks.
  const place = (answer: ClickResult) => ('id' in answer && answer.derivationIndex) || 0;
  const isRefused = (answer: ClickResult) => Number('refusal' in answer);
  answers.sort(
    ({ answer: a }, { answer: b }) => isRefused(a) - isRefused(b) || place(a) - place(b),
  );
  return answers.flatMap(({ click, at, answer }) => follow(pair, click, answer, at));
}
