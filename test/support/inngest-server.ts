import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Handler } from '@/inngest/serve';
import {
  callInngestHandler,
  type ServedFunction,
  type ServedTrigger,
  servedFunctions,
} from './inngest-call';
import { type InngestRun, resumeInngestRun } from './inngest-run';

export interface AcceptedEvent {
  readonly id: string;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

type SentEvent = Omit<AcceptedEvent, 'id'> & { readonly id?: string };

/**
 * An in-memory stand-in for Inngest's server, with events, schedules, and runs that sleep and
 * retry.
 */
export interface InngestServer {
  readonly url: string;
  /** The events that {@link settle} handles next. Tests may reorder or repeat them. */
  readonly queue: AcceptedEvent[];
  readonly sent: readonly AcceptedEvent[];
  readonly waiting: number;
  readonly failures: readonly string[];
  /**
   * Starts a run for each queued event and continues runs whose sleep has ended, all concurrently.
   */
  settle(now: Date): Promise<void>;
  tick(now: Date): Promise<void>;
  /** Deletes the server's state, like a restart of a server that stores nothing on disk. */
  wipe(): void;
  close(): Promise<void>;
}

export async function startInngestServer(handler: () => Handler): Promise<InngestServer> {
  const queue: AcceptedEvent[] = [];
  const sent: AcceptedEvent[] = [];
  const known = new Set<string>();
  const failures: string[] = [];
  let runs: InngestRun[] = [];
  let functions: ServedFunction[] | undefined;

  const accept = (event: SentEvent) => {
    const accepted = { ...event, id: event.id ?? `its-own/${sent.length}` };
    sent.push(accepted);
    if (!known.has(accepted.id)) queue.push(accepted);
    known.add(accepted.id);
    return accepted.id;
  };
  const begin = async (
    wanted: (fn: ServedFunction) => boolean,
    event: AcceptedEvent,
    now: Date,
  ) => {
    functions ??= await servedFunctions(handler());
    return functions.filter(wanted).map(({ id }) => ({ fnId: id, event, wakesAt: now, steps: {} }));
  };
  const proceed = async (started: InngestRun[], now: Date) => {
    const call = (fnId: string, body: unknown) =>
      callInngestHandler(handler(), { method: 'POST', fnId, body });
    const ends = await Promise.all(started.map((run) => resumeInngestRun(run, now, call)));
    for (const end of ends) {
      if (end.kind === 'waits') runs.push(end.run);
      if (end.kind === 'failed') failures.push(end.error);
    }
  };

  const server = await listenForEvents(accept);
  return {
    url: server.url,
    queue,
    sent,
    failures,
    get waiting() {
      return runs.length;
    },
    settle: async (now) => {
      const due = runs.filter((run) => run.wakesAt <= now);
      runs = runs.filter((run) => run.wakesAt > now);
      const started = await Promise.all(
        queue
          .splice(0)
          .map((event) =>
            begin(({ triggers }) => triggers.some((trigger) => isFor(trigger, event)), event, now),
          ),
      );
      await proceed([...started.flat(), ...due], now);
    },
    tick: async (now) => {
      const event = { id: `tick/${now.getTime()}`, name: 'inngest/scheduled.timer', data: {} };
      await proceed(await begin(({ triggers }) => triggers.some((t) => t.cron), event, now), now);
    },
    wipe: () => {
      queue.length = 0;
      known.clear();
      runs = [];
    },
    close: server.close,
  };
}

/** A condition compares one field of the event's data with a text. */
function isFor({ event, expression }: ServedTrigger, { name, data }: AcceptedEvent): boolean {
  if (event !== name) return false;
  if (expression === undefined) return true;
  const [, field = '', text] = /^event\.data\.(\w+) == ["']([^"']*)["']$/.exec(expression) ?? [];
  if (text === undefined) throw new Error(`this stand-in cannot evaluate ${expression}`);
  return data[field] === text;
}

async function listenForEvents(accept: (event: SentEvent) => string) {
  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const events = JSON.parse(Buffer.concat(chunks).toString()) as SentEvent[];
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 200, ids: events.map(accept) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
