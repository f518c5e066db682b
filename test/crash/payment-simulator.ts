import { setTimeout as sleep } from 'node:timers/promises';
import { toSats } from '@/lib/domain/sats';
import { requiredSats } from '@/lib/domain/tolerance';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import type { TestNode } from '@/test/support/bitcoind';
import { NodeRpcError } from '@/test/support/node-rpc';
import type { Random } from '@/test/support/random';
import type { RecordedRefund } from './client-responses';

interface Task {
  at: number;
  attempts: number;
  /** The output to pay. One transaction may pay the outputs of several tasks. */
  readonly pay?: { readonly address: string; readonly sats: number };
  readonly act?: () => Promise<unknown>;
}

type Terms = Pick<PaymentResponse, 'address' | 'amount_sats' | 'underpayment_tolerance_ppm'>;

const BATCH_EVERY_MS = 150;
const RETRY_MS = 700;
const MAX_ATTEMPTS = 40;
const BATCH = 8;

/**
 * Plays all customers and the merchant with one wallet: pays, overpays, underpays, replaces,
 * cancels and refunds at random.
 */
export class PaymentSimulator {
  readonly #node: TestNode;
  readonly #random: Random;
  readonly #tasks: Task[] = [];
  readonly #cancels: Promise<void>[] = [];

  constructor(node: TestNode, random: Random) {
    this.#node = node;
    this.#random = random;
  }

  /**
   * Chooses at random how a new payment is paid or canceled.
   *
   * @param cancel requests the cancellation; by default, nothing is sent
   */
  takeOn(terms: Terms, cancel: () => Promise<void> = async () => {}): void {
    const { address, amount_sats: amount, underpayment_tolerance_ppm: tolerance } = terms;
    const over = async () => void this.#cancels.push(cancel());
    const required = requiredSats(toSats(amount), tolerance);
    const soon = () => this.#random.int(0, 3_000);
    const part = this.#random.int(1_000, required - 1_000);
    const pay = (sats: number, ms = soon()) => this.#add(ms, { pay: { address, sats } });
    const fates: readonly (() => void)[] = [
      ...Array.from({ length: 8 }, () => () => pay(amount)),
      () => pay(required),
      () => pay(amount + this.#random.int(1_000, 50_000)),
      () => pay(required - this.#random.int(1, 500)),
      () => {
        pay(part);
        pay(amount - part, soon() + 4_000);
      },
      () => this.#payAnd(address, amount, (txid) => this.#node.bumpFee(txid)),
      () => this.#payAnd(address, amount, (txid) => this.#node.replace(txid)),
      () => this.#add(soon(), { act: over }),
      () => {
        this.#add(soon(), { act: over });
        pay(amount, soon() + 3_000);
      },
      () => pay(amount, 303_000),
      () => {},
    ];
    this.#random.pick(fates)();
  }

  giveBack(given: RecordedRefund): void {
    const { address, amount_sats: sats } = given.refund;
    if (address === null) return;
    const pay = (amount: number) =>
      this.#add(this.#random.int(0, 3_000), { pay: { address, sats: amount } });
    const replaceBy = (replace: (txid: string) => Promise<unknown>) => {
      given.isReplaced = true;
      this.#payAnd(address, sats, replace);
    };
    const fates: readonly (() => void)[] = [
      ...Array.from({ length: 6 }, () => () => pay(sats)),
      () => pay(sats + 1),
      () => replaceBy((txid) => this.#node.bumpFee(txid)),
      () => replaceBy((txid) => this.#node.replace(txid)),
      () => {},
    ];
    this.#random.pick(fates)();
  }

  /** Sends due payments until `signal` aborts, then waits for the responses to cancel requests. */
  async keepPaying(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.#turn();
      await sleep(BATCH_EVERY_MS, undefined, { signal }).catch(() => {});
    }
    await Promise.all(this.#cancels);
  }

  async #turn(): Promise<void> {
    const due = this.#tasks.filter(({ at }) => at <= Date.now());
    const payments = due.filter(({ pay }) => pay);
    const batched = this.#random.chance(0.5) ? payments.slice(0, BATCH) : payments.slice(0, 1);
    if (batched.length > 0) await this.#attempt(batched, () => this.#send(batched));
    for (const task of due) if (task.act) await this.#attempt([task], task.act);
  }

  /** Tasks run again later after a temporary error of the node, and are dropped after a final one. */
  async #attempt(tasks: readonly Task[], act: () => Promise<unknown>): Promise<void> {
    const done = await act().then(
      () => true,
      (error: unknown) => error instanceof NodeRpcError && isFinal(error),
    );
    for (const task of tasks) {
      task.attempts += 1;
      if (done || task.attempts > MAX_ATTEMPTS) this.#tasks.splice(this.#tasks.indexOf(task), 1);
      else task.at = Date.now() + RETRY_MS;
    }
  }

  #send(tasks: readonly Task[]): Promise<string> {
    const outputs: Record<string, number> = {};
    for (const { pay } of tasks) if (pay) outputs[pay.address] = pay.sats;
    const [first] = Object.entries(outputs);
    return tasks.length === 1 && first
      ? this.#node.sendTo(first[0], first[1])
      : this.#node.sendMany(outputs);
  }

  #payAnd(address: string, sats: number, then: (txid: string) => Promise<unknown>): void {
    this.#add(this.#random.int(0, 3_000), {
      act: async () => {
        const txid = await this.#node.sendTo(address, sats);
        this.#add(this.#random.int(200, 2_500), { act: () => then(txid) });
      },
    });
  }

  #add(ms: number, task: Pick<Task, 'pay' | 'act'>): void {
    this.#tasks.push({ at: Date.now() + ms, attempts: 0, ...task });
  }
}

/** Errors -28 (node is loading), -6 (no funds) and -26 (rejected) are temporary. */
function isFinal({ code }: NodeRpcError): boolean {
  return code !== -28 && code !== -6 && code !== -26;
}
