import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Listening, SourceTip } from '@/lib/chain/source';
import type { SourceSettings } from '@/lib/chain/sources';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { ThreadError } from '@/lib/log';
import type { ChainReader } from '@/lib/payments/read-chains';
import type { SyncResult } from '@/lib/payments/sync-chain';
import { type SentSpan, traceParent } from '@/lib/tracing/sent-span';
import {
  type Answers,
  type Order,
  type Question,
  type Report,
  type ThreadSettings,
  writeSettings,
} from './messages';
import { SILENCE, type SilenceLimits, watchSilence } from './watch-silence';

export interface ChainThreadOptions {
  /** The bundle of program.ts. */
  readonly file: URL;
  readonly env: SourceSettings & { readonly databaseUrl: string; readonly tracing: unknown };
  /** Environment variables; the thread gets those of {@link INHERITED} only. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly log: { error(facts: object, message: string): void };
  /** Receives the spans of the thread. */
  readonly onSpan: (span: SentSpan) => void;
  /** When a thread that says nothing is ended. */
  readonly silence?: SilenceLimits;
}

/** What the database's driver and TLS of Node.js read from the environment. */
const INHERITED = /^(?:PG[A-Z]+|NODE_[A-Z_]+|SSL_[A-Z_]+|TZ|HOME|USER)$/;

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
/** For its statements to end; the database rolls back what is not committed. */
const CLOSE_LIMIT_MS = 2_000;

interface Asked {
  readonly resolve: (value: Answers[keyof Answers]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Reads the chains on one thread, so that requests never share an event loop with blocks. The thread
 * starts when it is first needed, keeps no process running, and is started again after a crash, or
 * when it hangs.
 */
export class ChainThread implements ChainReader {
  readonly #options: ChainThreadOptions;
  readonly #asked = new Map<number, Asked>();
  readonly #listeners = new Set<(network: Network) => void>();
  #worker: Worker | undefined;
  #questions = 0;
  #crashes = 0;
  /** The wait after a crash. */
  #rest: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  constructor(options: ChainThreadOptions) {
    this.#options = options;
  }

  sync(network: Network): Promise<SyncResult> {
    return this.#ask<'sync'>({ kind: 'sync', network, parent: traceParent() });
  }

  tip(network: Network, maxAgeMs?: number): Promise<SourceTip> {
    return this.#ask<'tip'>({ kind: 'tip', network, maxAgeMs });
  }

  listen(onMove: (network: Network) => void): Listening {
    this.#listeners.add(onMove);
    if (!this.#worker) void this.#listenAgain();
    else if (this.#listeners.size === 1) this.#tell({ kind: 'listen' });
    return {
      close: () => {
        this.#listeners.delete(onMove);
        if (this.#listeners.size === 0) this.#tell({ kind: 'silence' });
      },
    };
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (!worker) return;
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    this.#tell({ kind: 'close' });
    await Promise.race([ended, sleep(CLOSE_LIMIT_MS, undefined, { ref: false })]);
    await worker.terminate();
  }

  /** @throws ThreadError when the thread fails or ends; asked again, it goes on from the database */
  async #ask<K extends Question['kind']>(
    question: Extract<Question, { kind: K }>,
  ): Promise<Answers[K]> {
    await this.#rest;
    if (this.#isClosed) throw new Error('the chain thread is closed');
    const worker = this.#running();
    const id = ++this.#questions;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve: resolve as Asked['resolve'], reject });
      // Only a question under way keeps the process running.
      worker.ref();
      this.#tell({ kind: 'ask', id, question });
    });
  }

  #tell(order: Order): void {
    this.#worker?.postMessage(order);
  }

  #running(): Worker {
    if (this.#worker) return this.#worker;
    const { file, env, variables, silence = SILENCE } = this.#options;
    const worker = new Worker(file, {
      workerData: {
        databaseUrl: env.databaseUrl,
        sources: writeSettings(env),
        traced: env.tracing !== undefined,
        beatMs: silence.checkMs / 2,
      } satisfies ThreadSettings,
      env: Object.fromEntries(Object.entries(variables).filter(([name]) => INHERITED.test(name))),
      execArgv: [],
    });
    let cause = new Error('it ended by itself');
    worker.on('message', (report: Report) => this.#heed(report));
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => this.#end(cause));
    void watchSilence(worker, silence, () => {
      cause = new Error('it hung: nothing was heard from it');
      void worker.terminate();
    });
    worker.unref();
    this.#worker = worker;
    if (this.#listeners.size > 0) this.#tell({ kind: 'listen' });
    return worker;
  }

  #heed(report: Report): void {
    if (report.kind === 'span') this.#options.onSpan(report.span);
    else if (report.kind === 'move') this.#moved(report.network);
    else if (report.kind !== 'beat') this.#settle(report);
  }

  #settle(report: Extract<Report, { kind: 'answer' | 'failed' }>): void {
    const asked = this.#asked.get(report.id);
    this.#asked.delete(report.id);
    if (this.#asked.size === 0) this.#worker?.unref();
    this.#crashes = 0;
    if (report.kind === 'answer') asked?.resolve(report.value);
    else asked?.reject(new ThreadError(report.facts));
  }

  #moved(network: Network): void {
    for (const onMove of this.#listeners) onMove(network);
  }

  #end(cause: Error): void {
    this.#worker = undefined;
    const lost = [...this.#asked.values()];
    this.#asked.clear();
    for (const { reject } of lost) reject(new Error('the chain thread has ended', { cause }));
    if (this.#isClosed) return;
    this.#options.log.error({ err: cause }, 'the chain thread has ended and starts again');
    const wait = Math.min(FIRST_WAIT_MS * 2 ** this.#crashes, LONGEST_WAIT_MS);
    this.#crashes += 1;
    this.#rest = sleep(wait, undefined, { ref: false });
    void this.#listenAgain();
  }

  /** News may have been missed, so a full read of each network is due. */
  async #listenAgain(): Promise<void> {
    await this.#rest;
    if (this.#isClosed || this.#listeners.size === 0) return;
    this.#running();
    const { sources } = this.#options.env;
    for (const network of NETWORKS) if (sources[network].kind !== 'off') this.#moved(network);
  }
}
