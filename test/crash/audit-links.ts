import type { LinkResponse } from '@/lib/http/links/link-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { LinkPageForm } from './client-responses';
import type { Evidence } from './evidence';
import type { Findings } from './findings';
import { groupBy } from './group';

export function auditLinks(evidence: Evidence, findings: Findings): void {
  auditList(evidence, findings);
  auditClicks(evidence, findings);
  auditTerms(evidence, findings);
  auditMaximum(evidence, findings);
  auditCounts(evidence, findings);
}

/**
 * Checks that each created link is listed unchanged. A second link with the same title may exist
 * only if a create request got no response.
 */
function auditList({ links, listedLinks }: Evidence, findings: Findings): void {
  const listed = new Map(listedLinks.map((link) => [link.id, link]));
  for (const { link } of links) {
    const now = listed.get(link.id);
    if (!now) findings.note('links lost or never requested', `${link.id} is not listed`);
    else if (JSON.stringify(givenOf(now)) !== JSON.stringify(givenOf(link))) {
      findings.note('answers that changed', `${link.id} differs from what was answered`);
    }
  }
  const known = new Map(links.map((one) => [one.link.title, one]));
  for (const [title, own] of groupBy(listedLinks, (link) => link.title)) {
    const most = (known.get(title)?.unanswered ?? -1) + 1;
    if (own.length > most) {
      findings.note('links lost or never requested', `"${title}": ${own.length}, at most ${most}`);
    }
  }
}

function givenOf({
  status,
  visits,
  payments,
  paid_payments,
  received_sats,
  ...given
}: LinkResponse) {
  return given;
}

/**
 * Checks that each accepted form led to exactly one payment, and that each payment comes from a
 * form. Some forms got no response.
 */
function auditClicks({ clicks, listed, links }: Evidence, findings: Findings): void {
  const free = new Set(links.flatMap(({ link }) => (link.free_amount ? link.id : [])));
  const ofLinks = listed.flatMap((payment) => choiceIn(payment, free) ?? []);
  const chosen = new Map(ofLinks.map(({ checkoutId, choice }) => [checkoutId, choice]));
  const makers = new Map<string, string>();
  for (const click of clicks) {
    const { checkoutId, linkId, token } = click;
    if (checkoutId === null) continue;
    if (chosen.get(checkoutId) !== choiceOf(click)) {
      findings.note('clicks without their payment', `${checkoutId} of ${linkId}`);
    }
    if (!makers.has(checkoutId)) makers.set(checkoutId, token);
  }
  const made = groupBy(makers.keys(), (checkoutId) => makers.get(checkoutId));
  for (const [token, own] of made) {
    if (own.length > 1) findings.note('payments doubled', `the form ${token} made ${own}`);
  }
  const lost = clicks.filter(({ token, unanswered }) => unanswered > 0 && !made.has(token));
  const forms = new Map(lost.map((click) => [click.token, choiceOf(click)]));
  for (const { checkoutId, choice } of ofLinks) {
    if (makers.has(checkoutId)) continue;
    const [form] = [...forms].find(([, one]) => one === choice) ?? [];
    if (form === undefined) findings.note('payments without their click', checkoutId);
    else forms.delete(form);
  }
}

const choiceOf = ({ linkId, amount, note }: Omit<LinkPageForm, 'token'>) =>
  JSON.stringify([linkId, amount, note]);

/**
 * Returns what the customer chose on the link's page, in the format of `choiceOf`, and the checkout
 * id. Returns undefined if the payment has no link.
 *
 * @param free ids of the links whose visitors choose the amount
 */
function choiceIn(payment: PaymentResponse, free: ReadonlySet<string>) {
  const { payment_link_id: linkId, price, payer_note: note, checkout_url: url } = payment;
  if (linkId === null) return undefined;
  const amount = free.has(linkId) ? (price?.amount ?? null) : null;
  return { checkoutId: url.split('/').at(-1) ?? '', choice: choiceOf({ linkId, amount, note }) };
}

function auditTerms({ listed, links }: Evidence, findings: Findings): void {
  const known = new Map(links.map(({ link }) => [link.id, link]));
  for (const payment of listed) {
    const link = known.get(payment.payment_link_id ?? '');
    if (link && JSON.stringify(termsIn(payment)) !== JSON.stringify(termsOf(link, payment))) {
      findings.note('wrong terms of a link', `${payment.id} of ${link.id}`);
    }
  }
}

const termsIn = (payment: PaymentResponse) => [
  payment.price === null ? payment.amount_sats : null,
  payment.price && [payment.price.amount, payment.price.currency],
  payment.description,
  (Date.parse(payment.expires_at) - Date.parse(payment.created_at)) / 1_000,
  ...sharedTerms(payment),
];

const termsOf = (link: LinkResponse, { price }: PaymentResponse) => [
  link.amount_sats,
  link.free_amount
    ? [price?.amount, link.free_amount.currency]
    : link.price && [link.price.amount, link.price.currency],
  link.title,
  link.expires_in,
  ...sharedTerms(link),
];

const sharedTerms = (of: PaymentResponse | LinkResponse) => [
  of.network,
  of.underpayment_tolerance_ppm,
  of.required_confirmations,
  of.reference,
  of.metadata,
  of.locale,
  of.return_url,
  of.return_automatically,
  of.webhook_url,
];

/**
 * Checks that no link has more payments than its maximum. Expired and canceled payments do not
 * count, even if they were paid later.
 */
function auditMaximum({ listedLinks, payments, changes }: Evidence, findings: Findings): void {
  const left = new Set(
    changes.flatMap(({ status, paymentId }) =>
      status === 'expired' || status === 'canceled' ? paymentId : [],
    ),
  );
  const kept = groupBy(
    payments.filter(({ id }) => !left.has(id)),
    ({ paymentLinkId }) => paymentLinkId,
  );
  for (const { id, max_payments: most } of listedLinks) {
    const count = kept.get(id)?.length ?? 0;
    if (most !== null && count > most) {
      findings.note('links past their maximum', `${id} has ${count} of ${most}`);
    }
  }
}

function auditCounts(evidence: Evidence, findings: Findings): void {
  const { listedLinks, payments, links, uncountedVisits } = evidence;
  const known = new Map(links.map((one) => [one.link.id, one]));
  const byLink = groupBy(payments, ({ paymentLinkId }) => paymentLinkId);
  for (const link of listedLinks) {
    const own = byLink.get(link.id) ?? [];
    const counts = {
      payments: own.length,
      paid_payments: own.filter(({ status }) => /detected|confirmed/.test(status)).length,
      received_sats: sum(own.map(({ receivedSats }) => receivedSats)),
    };
    for (const field of ['payments', 'paid_payments', 'received_sats'] as const) {
      if (link[field] === counts[field]) continue;
      const detail = `${link.id} has ${field} ${link[field]}, not ${counts[field]}`;
      findings.note('wrong counts of a link', detail);
    }
    const asked = known.get(link.id)?.asked ?? 0;
    if (link.visits > asked) {
      findings.note('wrong counts of a link', `${link.id} has ${link.visits} visits of ${asked}`);
    }
  }
  const visits = sum(listedLinks.map((link) => link.visits));
  const least = sum(links.map(({ shown }) => shown)) - uncountedVisits;
  if (visits < least) {
    findings.note('wrong counts of a link', `${visits} visits in all, at least ${least}`);
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
