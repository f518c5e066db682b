import { setInterval } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { openDatabase } from '@/db/client';
import type { Listening } from '@/lib/chain/source';
import { createSources } from '@/lib/chain/sources';
import { loggableError } from '@/lib/log';
import { readChains } from '@/lib/payments/read-chains';
import { withinTrace } from '@/lib/tracing/sent-span';
import { querySpan } from '@/lib/tracing/span';
import {
  type Answers,
  type Order,
  type Question,
  type Report,
  readSettings,
  type ThreadSettings,
} from './messages';

/** Each network's read needs one at a time, and its look-ups some more. */
const POOL_SIZE = 4;

/** The program of the thread that reads the chains. An uncaught error ends it; it is started again. */
const { databaseUrl, sources: written, traced, beatMs } = workerData as ThreadSettings;
if (traced) {
  const { passSpans } = await import('@/lib/tracing/pass-spans');
  passSpans((span) => post({ kind: 'span', span }));
}
const database = openDatabase(databaseUrl, POOL_SIZE, traced ? querySpan : undefined);
const sources = createSources(readSettings(written), database.db);
const reader = readChains({ database, sources, clock: () => new Date() });
let listening: Listening | undefined;

parentPort?.on('message', (order: Order) => {
  if (order.kind === 'ask') return void answer(order.id, order.question);
  listening?.close();
  listening = undefined;
  if (order.kind === 'listen') {
    listening = reader.listen((network) => post({ kind: 'move', network }));
  }
  if (order.kind === 'close') void end();
});

void beat();

/** A thread that is blocked says nothing, and is ended by its process. */
async function beat(): Promise<void> {
  for await (const _ of setInterval(beatMs, undefined, { ref: false })) post({ kind: 'beat' });
}

async function answer(id: number, question: Question): Promise<void> {
  try {
    post({ kind: 'answer', id, value: await find(question) });
  } catch (error) {
    // As text: what cannot be posted would end the thread.
    const facts = JSON.parse(JSON.stringify(loggableError(error)));
    post({ kind: 'failed', id, facts });
  }
}

function find(question: Question): Promise<Answers[Question['kind']]> {
  if (question.kind === 'tip') return reader.tip(question.network, question.maxAgeMs);
  return withinTrace(question.parent, () => reader.sync(question.network));
}

async function end(): Promise<void> {
  await database.close();
  parentPort?.close();
}

function post(report: Report): void {
  parentPort?.postMessage(report);
}
