export interface InngestRun {
  readonly fnId: string;
  readonly event: { readonly name: string; readonly data: unknown };
  readonly steps: Readonly<Record<string, { readonly type: 'data'; readonly data: unknown }>>;
  readonly wakesAt: Date;
  readonly tries?: number;
}

export type InngestRunOutcome =
  | { readonly kind: 'ended' }
  | { readonly kind: 'waits'; readonly run: InngestRun }
  | { readonly kind: 'failed'; readonly error: string };

interface Op {
  readonly id: string;
  readonly op: string;
  /** When a sleep ends, or its duration. */
  readonly name?: string;
  readonly data?: unknown;
}

const MAX_TRIES = 4;

export async function resumeInngestRun(
  run: InngestRun,
  now: Date,
  call: (fnId: string, body: unknown) => Promise<Response>,
): Promise<InngestRunOutcome> {
  let { steps } = run;
  for (;;) {
    const stack = Object.keys(steps);
    const response = await call(run.fnId, {
      version: 2,
      event: run.event,
      events: [run.event],
      steps,
      ctx: { run_id: 'run', attempt: 0, stack: { stack, current: stack.length } },
    });
    if (response.status === 200) return { kind: 'ended' };
    const retriable = response.headers.get('x-inngest-no-retry') !== 'true';
    const text = await response.text();
    const failed = response.status !== 206 || /"op":"Step(Error|Failed)"/.test(text);
    if (failed && !retriable) return { kind: 'failed', error: text };
    if (failed) return retry({ ...run, steps }, now, response, text);
    for (const { id, op, name = '', data } of JSON.parse(text) as Op[]) {
      if (op === 'Sleep') {
        const slept = { ...steps, [id]: { type: 'data' as const, data: null } };
        return { kind: 'waits', run: { ...run, steps: slept, wakesAt: wakeTime(name, now) } };
      }
      steps = { ...steps, [id]: { type: 'data', data: data ?? null } };
    }
  }
}

function retry(run: InngestRun, now: Date, response: Response, text: string): InngestRunOutcome {
  const tries = (run.tries ?? 1) + 1;
  if (tries > MAX_TRIES) return { kind: 'failed', error: text };
  const seconds = Number(response.headers.get('retry-after') ?? 30);
  return {
    kind: 'waits',
    run: { ...run, tries, wakesAt: new Date(now.getTime() + seconds * 1e3) },
  };
}

const UNITS: Readonly<Record<string, number>> = { d: 86_400e3, h: 3_600e3, m: 60e3, s: 1e3 };

function wakeTime(name: string, now: Date): Date {
  const date = new Date(name);
  if (!Number.isNaN(date.getTime())) return date;
  const parts = [...name.matchAll(/(\d+)([dhms])/g)];
  const ms = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * (UNITS[unit ?? ''] ?? 0),
    0,
  );
  return new Date(now.getTime() + ms);
}
