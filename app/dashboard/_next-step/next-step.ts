import { ageText } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { ACCEPTABLE_REASONS, type DecisionReason, type InboxReason } from '@/lib/domain/worklist';
import { amountWithPriceText, missingAmount, overpaidAmount } from './amount-with-price';
import {
  decision,
  type NextStep,
  nothingToDo,
  type StepButton,
  type StepFacts,
  type StepRefund,
  waiting,
} from './step';

const ACCEPT: StepButton = { action: 'accept', label: 'Ship anyway' };
const REFUND: StepButton = { action: 'refund', label: 'Give back' };
const DONE: StepButton = { action: 'done', label: 'Mark as done' };
const CANCEL: StepButton = { action: 'cancel', label: 'Cancel payment' };
const RESEND: StepButton = { action: 'resend', label: 'Resend webhook' };
const LINK: StepButton = { action: 'ask', label: 'Show the link' };
const WAIT_FOR_ALL = 'Wait until all money is confirmed';

export const URGENT_FIRST = ['reverted', 'underpaid', 'late', 'overpaid', 'undelivered'] as const;

const DECISIONS: Readonly<Record<InboxReason, (facts: StepFacts) => NextStep>> = {
  reverted,
  underpaid,
  late,
  overpaid,
  undelivered,
};

export function nextStep(facts: StepFacts): NextStep {
  const open = facts.work.filter(({ handled }) => handled === null).map(({ reason }) => reason);
  const reason = URGENT_FIRST.find((one) => open.includes(one));
  if (reason) return DECISIONS[reason](facts);
  return (facts.refund && refunding(facts.refund)) ?? quiet(facts);
}

function refunding({ id: refundId, status }: StepRefund): NextStep | undefined {
  switch (status) {
    case 'requested':
      return waiting(
        'Wait for your customer’s address',
        'A refund is recorded. Your customer enters an address on the refund page. Then you send the refund from your own wallet.',
        { action: 'refund', label: 'Show the link', refundId },
      );
    case 'ready':
      return decision(
        'Send the refund',
        'The address is known. Pay the refund from your own wallet, because this server cannot spend. It finds the transaction by its address and amount.',
        [{ action: 'refund', label: 'Send refund', refundId }],
      );
    case 'sent':
      return waiting(
        'Wait until the refund is confirmed',
        'Its transaction was seen on the network.',
      );
    case 'confirmed':
      return nothingToDo('The refund is confirmed.');
    case 'dropped':
      return undefined;
  }
}

function reverted(facts: StepFacts): NextStep {
  const { status, received_sats: received, confirmations, required_confirmations } = facts.payment;
  const title = 'Hold the order';
  if (status === 'detected') {
    const now =
      confirmations > 0
        ? `It has ${confirmations} of ${required_confirmations} confirmations again.`
        : 'It is no longer in a block.';
    return decision(
      title,
      `The network replaced a block of this payment. ${now} Do not ship.${shopWords(facts)}`,
      [DONE],
    );
  }
  const gone =
    received === 0
      ? 'The money is gone, because its transaction was replaced or dropped.'
      : `Part of the money is gone, and ${missing(facts)} is missing.`;
  if (status === 'pending') {
    const reason = `${gone} Do not ship.${shopWords(facts)} Your customer can still pay on the payment page.`;
    return decision(title, reason, [DONE]);
  }
  const reason = `${gone} Do not ship.${shopWords(facts)} ${askWords(facts)}`;
  return decision(title, reason, [...askButtons(facts), DONE]);
}

const SHOP_WORDS = {
  notified: ' Your shop was notified.',
  not_yet: ' Your shop does not know yet, because its webhook is not delivered.',
  not_notified: ' Your shop was not notified, because payment.reverted is not selected.',
} as const;

const shopWords = ({ shop }: StepFacts) => (shop ? SHOP_WORDS[shop] : '');

function underpaid(facts: StepFacts): NextStep {
  const buttons = [...(facts.settled ? [ACCEPT, REFUND] : []), DONE];
  const arrived = facts.settled
    ? 'The money that arrived is confirmed.'
    : 'The money that arrived is not confirmed yet.';
  if (facts.followUp?.status === 'detected') {
    return waiting(
      'Wait for the rest',
      'The rest was paid with a new payment, and is not confirmed yet.',
    );
  }
  if (facts.followUp?.status === 'confirmed') {
    const reason = `The rest was paid with a new payment, and more money has since arrived for this payment. ${arrived}`;
    return decision('Settle the difference', reason, buttons);
  }
  if (facts.followUp?.status === 'pending') {
    const reason = `A new payment asks for the missing ${missing(facts)}. ${arrived}`;
    return decision('Send your customer the link', reason, [LINK, ...buttons]);
  }
  const reason = `The payment ${endedWords(facts)} with ${missing(facts)} missing. ${askWords(facts)} ${arrived}`;
  const unasked = facts.settled ? 'Accept the partial payment, or give it back' : WAIT_FOR_ALL;
  const title = facts.allowsFollowUps ? 'Ask for the rest' : unasked;
  return decision(title, reason, [...askButtons(facts), ...buttons]);
}

function late(facts: StepFacts): NextStep {
  const { flags, detected_at: seen, canceled_at, expires_at } = facts.payment;
  const lateMs = Date.parse(seen ?? '') - Date.parse(canceled_at ?? expires_at);
  const after = lateMs >= 1_000 ? `${ageText(lateMs)} after` : 'just after';
  const arrived = `The money arrived ${after} the payment ${endedWords(facts)}.`;
  const more = flags.includes('overpaid') ? ` It is ${extra(facts)} more than you asked for.` : '';
  if (!facts.settled) {
    const reason = `${arrived}${more} Some of it is not confirmed yet. Decide once it is.`;
    return decision(WAIT_FOR_ALL, reason, [DONE]);
  }
  const reason = `${arrived}${more} It is confirmed, and does not count as earned until you decide.`;
  return decision('Ship anyway, or give the money back', reason, [ACCEPT, REFUND, DONE]);
}

function overpaid(facts: StepFacts): NextStep {
  const title = 'Settle the difference';
  const arrived = `${extra(facts)} more than you asked for arrived.`;
  if (!facts.settled) {
    const reason = `${arrived} Some of the money is not confirmed yet. Wait until all of it is before you give any back.`;
    return decision(title, reason, [DONE]);
  }
  const reason = `${arrived} It is confirmed. Ship the order, and give the difference back or keep it as agreed with your customer.`;
  return decision(title, reason, [REFUND, ACCEPT, DONE]);
}

function undelivered(): NextStep {
  return decision(
    'Tell your shop',
    'A webhook was given up, so your shop may not know about this payment. Fix the endpoint and resend, or enter the payment in your shop.',
    [RESEND, DONE],
  );
}

/** Returns the next step for a payment without an open decision. */
function quiet(facts: StepFacts): NextStep {
  switch (facts.payment.status) {
    case 'pending':
      if (facts.payment.received_sats > 0) {
        const reason = `${missing(facts)} is missing. The payment page asks your customer for it.`;
        return waiting('Wait for the rest', reason);
      }
      return waiting(
        'Wait for your customer',
        'Nothing has arrived yet. Your customer pays on the payment page.',
        CANCEL,
      );
    case 'detected':
      return confirming(facts);
    case 'confirmed':
      return nothingToDo(decided(facts, 'Paid and confirmed.'));
    default:
      return facts.payment.received_sats > 0 ? endedShort(facts) : endedUnpaid(facts);
  }
}

function confirming({ payment }: StepFacts): NextStep {
  const left = Math.max(1, payment.required_confirmations - payment.confirmations);
  const title = `Wait for ${countWithNoun(left, 'more confirmation')}`;
  const risk = 'The sender can still take the money back.';
  const isOdd = payment.flags.includes('late') || payment.flags.includes('overpaid');
  return isOdd
    ? waiting(title, `Do not ship or refund yet. ${risk} Decide once it is confirmed.`)
    : waiting(title, `Do not ship yet. ${risk}`);
}

/** Describes the decision that was made; returns `otherwise` if there was none. */
function decided({ work, accepted }: StepFacts, otherwise: string): string {
  const ofMoney = work.filter(({ reason, handled }) => handled && isAcceptable(reason));
  if (ofMoney.length === 0) return otherwise;
  if (!accepted) return 'This payment was marked as done.';
  return ofMoney.some(({ handled }) => handled?.by === null)
    ? 'The rest was paid with a new payment.'
    : 'A member of your team accepted the money as it is.';
}

const isAcceptable = (reason: InboxReason) => ACCEPTABLE_REASONS.includes(reason as DecisionReason);

function endedShort(facts: StepFacts): NextStep {
  return nothingToDo(decided(facts, `The payment ${endedWords(facts)} with money missing.`));
}

function endedUnpaid(facts: StepFacts): NextStep {
  switch (facts.followUp?.status) {
    case 'pending':
      return waiting(
        'Wait for the new payment',
        'A new payment asks for the amount again. Send your customer its link.',
        LINK,
      );
    case 'detected':
      return waiting('Wait for the new payment', 'It was paid, and is not confirmed yet.');
    case 'confirmed':
      return nothingToDo('Your customer paid with a new payment.');
    default:
      return nothingToDo(
        `The payment ${endedWords(facts)} before any money arrived. ${askWords(facts)}`,
        ...askButtons(facts),
      );
  }
}

const endedWords = ({ payment: { canceled_at: canceled } }: StepFacts) =>
  canceled ? 'was canceled' : 'expired';

/** Returns the button that creates a follow-up or shows its link, if follow-ups are allowed. */
function askButtons({ payment, followUp, allowsFollowUps }: StepFacts): StepButton[] {
  if (!allowsFollowUps) return [];
  if (followUp?.status === 'pending') return [LINK];
  const label = payment.received_sats > 0 ? 'Ask for the rest' : 'Ask for a new payment';
  return [{ action: 'ask', label }];
}

function askWords({ payment, allowsFollowUps }: StepFacts): string {
  if (!allowsFollowUps)
    return 'Your shop cannot follow a second payment for this order. Your customer can order again in the shop.';
  const what = payment.received_sats > 0 ? 'the rest' : 'the amount again';
  return `A new payment can ask for ${what}${payment.price ? ', at today’s rate' : ''}.`;
}

function missing({ payment }: StepFacts): string {
  const left = missingAmount(payment);
  return left ? amountWithPriceText(left) : '';
}

const extra = ({ payment }: StepFacts) => amountWithPriceText(overpaidAmount(payment));
