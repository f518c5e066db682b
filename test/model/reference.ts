import { computePricedAmount, RATE_TABLES, type RateTable } from './prices';
import { areConflicting, type ReferenceChain, type Tx } from './reference-chain';
import { ReferenceDeliveries } from './reference-deliveries';
import { type ReferenceClick, ReferenceLinks, toPaymentTerms } from './reference-link';
import {
  addPaymentEvents,
  byAge,
  expiresAt,
  isActive,
  moveTo,
  newPayment,
  type ReferencePayment,
  type ReferenceTransfer,
  settle,
} from './reference-payment';
import {
  isPaid,
  newRefund,
  type ReferenceRefund,
  recomputeRefund,
  recordRefundEvent,
} from './reference-refund';
import type { Terms } from './terms';

const [GRACE_MS, KEY_KEPT_MS] = [60_000, 30 * 86_400_000];
/** A process that is many blocks behind commits this many blocks at a time. */
const BLOCKS_PER_STEP = 50;

/** The expected behavior of Blocktally. For simplicity, each step computes everything again. */
export class Reference {
  now: number;
  readonly chain: ReferenceChain;
  readonly payments: ReferencePayment[] = [];
  readonly refunds: ReferenceRefund[] = [];
  readonly deliveries = new ReferenceDeliveries();
  readonly links = new ReferenceLinks(this.payments);
  /** Hashes of the processed blocks, by height. */
  followed: string[];
  /** The rates for new payments. */
  rates: RateTable = RATE_TABLES[0];
  /** The webhook URL of new payments that specify none. */
  defaultHook: string | undefined;
  #money: ReferenceTransfer[] = [];
  #readAt = 0;
  readonly #answers = new Map<string, { body: string; answer: string; at: number }>();

  constructor(chain: ReferenceChain, now: number) {
    this.chain = chain;
    this.now = now;
    this.followed = chain.blocks.map(({ hash }) => hash);
  }

  /** Returns the expected response to a create request. `replay` repeats an earlier response. */
  answerTo(terms: Terms, key?: string): { replay: string } | { refusal: string } | 'created' {
    const first = key === undefined ? undefined : this.#answers.get(key);
    if (first && this.now - first.at < KEY_KEPT_MS) {
      const same = first.body === JSON.stringify(terms);
      return same ? { replay: first.answer } : { refusal: 'idempotency_key_reused' };
    }
    const holders = this.payments.filter(({ address }) => address === terms.destination_address);
    return holders.some(isActive) ? { refusal: 'address_in_use' } : 'created';
  }

  created(id: string, address: string, terms: Terms, answer: string, key?: string): void {
    if (key) this.#answers.set(key, { body: JSON.stringify(terms), answer, at: this.now });
    const blocks = terms.destination_address === undefined ? [] : this.chain.blocks;
    const older = new Set(blocks.flatMap(({ txs }) => txs.map((tx) => tx.id)));
    const amount = computePricedAmount(terms, this.rates, this.now);
    const made = { id, address, terms: this.#withHook(terms), amount, createdAt: this.now, older };
    this.payments.push(newPayment(made));
  }

  #withHook(terms: Terms): Terms {
    const url = terms.webhook_url ?? this.defaultHook;
    return url === undefined ? terms : { ...terms, webhook_url: url };
  }

  clicked(click: ReferenceClick, id: string, address: string, at: number): void {
    const terms = this.#withHook(toPaymentTerms(click));
    const amount = computePricedAmount(terms, this.rates, at);
    const made = newPayment({ id, address, terms, amount, createdAt: at, older: new Set() });
    this.payments.push(made);
    this.links.made(click, made);
  }

  /**
   * Accepts a late, too high or too low amount once it is confirmed. @returns whether that is
   * allowed
   */
  accept(payment: ReferencePayment): boolean {
    if (payment.accepted !== null) return true;
    const top = this.followed.length;
    const isDeep = ({ height }: ReferenceTransfer) =>
      height !== null && top - height >= payment.terms.required_confirmations;
    if (!isOdd(payment) || !this.#moneyOf(payment).every(isDeep)) return false;
    payment.accepted = this.now;
    return true;
  }

  /** Returns the satoshis that a payment has received in blocks, minus its refunds. */
  refundable(payment: ReferencePayment): number {
    const inBlocks = this.#moneyOf(payment).filter(({ height }) => height !== null);
    const received = inBlocks.reduce((sum, { tx }) => sum + tx.sats, 0);
    const own = this.refunds.filter((one) => one.payment === payment && one.status !== 'dropped');
    return own.reduce((left, { sats }) => left - sats, received);
  }

  refunded(created: Parameters<typeof newRefund>[0]): void {
    const refund = newRefund(created);
    this.refunds.push(refund);
    recordRefundEvent(refund, 'refund.created', this.followed.length - 1, this.now);
    this.deliveries.collect(this.payments);
  }

  /**
   * Drops a refund unless it is paid. Its payment may then need a decision again. @returns whether
   * the refund is dropped
   */
  drop(refund: ReferenceRefund): boolean {
    if (isPaid(refund)) return false;
    if (refund.status === 'dropped') return true;
    refund.status = 'dropped';
    refund.since.dropped = this.now;
    if (isOdd(refund.payment)) refund.payment.accepted = null;
    return true;
  }

  /** Returns the outputs at an unpaid refund's address that differ from its amount, in satoshis. */
  otherOutputs(refund: ReferenceRefund): number[] {
    if (isPaid(refund)) return [];
    const others = this.#moneyOf(refund).filter(({ tx }) => tx.sats !== refund.sats);
    return others.sort(byAge).map(({ tx }) => tx.sats);
  }

  #moneyOf(of: object): ReferenceTransfer[] {
    return this.#money.filter((one) => one.of === of && !one.gone);
  }

  /** Cancels a pending payment without any money. @returns whether the payment is now canceled */
  cancel(payment: ReferencePayment): boolean {
    const unpaid = payment.status === 'pending' && payment.received === 0;
    if (unpaid) this.#end(payment, 'canceled');
    return payment.status === 'canceled';
  }

  /** Reads the whole chain like a process that has seen `seenTxids`. Updates this set. */
  read(seenTxids: Set<string>): void {
    this.readBlocks(Infinity);
    const { mempool } = this.chain;
    const unsearched = this.payments.filter(({ searched }) => !searched);
    const isFresh = ({ id, address }: Tx) =>
      !seenTxids.has(id) || unsearched.some((payment) => payment.address === address);
    for (const tx of mempool.filter(isFresh)) this.#see(tx, null);
    for (const payment of unsearched) payment.searched = true;
    seenTxids.clear();
    for (const { id } of mempool) seenTxids.add(id);
    for (const money of this.#money.filter((one) => one.height === null)) {
      if (mempool.includes(money.tx)) Object.assign(money, { gone: false, missingSince: null });
      else if (mempool.some((tx) => areConflicting(tx, money.tx))) money.gone = true;
      else if (money.missingSince === null) money.missingSince = this.now;
      else if (this.now - money.missingSince >= GRACE_MS) money.gone = true;
    }
    this.#readAt = this.now;
    this.#settleAll();
  }

  /** Each batch of blocks takes effect separately, as in a process. */
  readBlocks(upTo: number): void {
    const { blocks } = this.chain;
    for (;;) {
      const first = blocks.findIndex(({ hash }, height) => hash !== this.followed[height]);
      if (first < 0 || first > upTo) return;
      const known = blocks.slice(0, Math.min(first + BLOCKS_PER_STEP, upTo + 1));
      const fresh = known.slice(first).flatMap(({ txs }) => txs);
      this.followed = known.map(({ hash }) => hash);
      for (const tx of fresh) this.#see(tx, this.#heightOf(tx));
      for (const money of this.#money) {
        money.height = this.#heightOf(money.tx);
        if (money.height !== null) Object.assign(money, { gone: false, missingSince: null });
        else if (fresh.some((tx) => areConflicting(tx, money.tx))) money.gone = true;
      }
      this.#settleAll();
    }
  }

  /** A payment expires only if the chain was read completely after its expiry. */
  expire(): void {
    for (const payment of this.payments.filter(({ status }) => status === 'pending')) {
      if (payment.searched && expiresAt(payment) <= this.#readAt) this.#end(payment, 'expired');
    }
  }

  #end(payment: ReferencePayment, to: 'canceled' | 'expired'): void {
    moveTo(payment, to, this.now);
    addPaymentEvents(payment, 'pending', payment.received, 0, this.now);
    this.deliveries.collect(this.payments);
  }

  #heightOf(tx: Tx): number | null {
    const height = this.chain.blocks.findIndex(({ txs }) => txs.includes(tx));
    return height < 0 || height >= this.followed.length ? null : height;
  }

  /**
   * Assigns a new output permanently. The output goes to the newest active payment with its
   * address, otherwise to the newest payment with the address, and otherwise to a refund.
   */
  #see(tx: Tx, height: number | null): void {
    if (this.#money.some((money) => money.tx === tx)) return;
    const paid = this.payments.filter((one) => one.address === tx.address && !one.older.has(tx.id));
    const refund = this.refunds.find(({ address }) => address === tx.address);
    const of = paid.findLast(isActive) ?? paid.at(-1) ?? refund;
    const seen = { tx, firstSeen: this.now, height, missingSince: null, gone: false };
    if (of) this.#money.push({ of, ...seen });
  }

  #settleAll(): void {
    for (const payment of this.payments) {
      settle(payment, this.#moneyOf(payment), this.followed.length - 1, this.now, this.#readAt);
    }
    for (const refund of this.refunds) {
      recomputeRefund(refund, this.#moneyOf(refund), this.followed.length - 1, this.now);
    }
    this.deliveries.collect(this.payments);
  }
}

function isOdd({ status, flags }: ReferencePayment): boolean {
  return (
    (status === 'confirmed' && (flags.has('late') || flags.has('overpaid'))) ||
    (/expired|canceled/.test(status) && flags.has('underpaid'))
  );
}
