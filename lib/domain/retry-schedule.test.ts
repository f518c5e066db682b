import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countRetryWindowAttempts } from '@/test/support/count-retry-window-attempts';
import {
  MAX_RETRY_AFTER_MS,
  nextAttemptAt,
  RETRY_SCHEDULE,
  RETRY_WINDOW_MS,
  RETRY_WINDOW_TEXT,
  retryWaitMs,
} from './retry-schedule';

const start = new Date('2026-01-01T00:00:00.000Z');
const at = (ms: number) => new Date(start.getTime() + ms);
const HALFWAY = 0.5;
const { waitsMs, lastWaitMs, windowDays } = RETRY_SCHEDULE;

describe('nextAttemptAt', () => {
  it('nextAttemptAt follows the schedule, and then repeats the last delay of the schedule', () => {
    const attempts = Array.from({ length: waitsMs.length + 3 }, (_, i) => i + 1);
    const next = attempts.map((attempt) => nextAttemptAt(attempt, start, start, HALFWAY));
    const waits = [...waitsMs, lastWaitMs, lastWaitMs, lastWaitMs];
    expect(next).toEqual(waits.map(at));
  });

  it('nextAttemptAt shifts an attempt by at most a tenth of its delay', () => {
    expect(nextAttemptAt(3, start, start, 0)).toEqual(at(0.9 * retryWaitMs(3)));
    expect(nextAttemptAt(3, start, start, 1)).toEqual(at(1.1 * retryWaitMs(3)));
  });

  it('nextAttemptAt uses the delay that an endpoint requests, up to a day', () => {
    expect(nextAttemptAt(1, start, start, HALFWAY, 90_000)).toEqual(at(90_000));
    expect(nextAttemptAt(1, start, start, HALFWAY, 500_000_000)).toEqual(at(MAX_RETRY_AFTER_MS));
  });

  it('nextAttemptAt ignores a requested delay that is shorter than the scheduled delay', () => {
    expect(nextAttemptAt(5, start, start, HALFWAY, 1_000)).toEqual(at(retryWaitMs(5)));
    expect(nextAttemptAt(5, start, start, HALFWAY, -1_000)).toEqual(at(retryWaitMs(5)));
  });

  it('nextAttemptAt returns no attempt after the end of the retry window', () => {
    const last = at(RETRY_WINDOW_MS - lastWaitMs);
    expect(nextAttemptAt(99, start, last, HALFWAY)).toEqual(at(RETRY_WINDOW_MS));
    const later = at(RETRY_WINDOW_MS - lastWaitMs + 1);
    expect(nextAttemptAt(99, start, later, HALFWAY)).toBeNull();
  });

  it('nextAttemptAt plans as many attempts as fit into the window', () => {
    let attempts = 0;
    let next: Date | null = start;
    while (next) {
      attempts++;
      next = nextAttemptAt(attempts, start, next, HALFWAY);
    }
    expect(attempts).toBe(countRetryWindowAttempts());
  });
});

// The documentation contains the schedule. If it changes, this command updates the pages: "npx
// vitest run --project unit lib/domain/retry-schedule -u".
describe('the documents', () => {
  it.each([
    'docs/webhooks.md',
    'docs/operations.md',
    'docs/inngest.md',
    'docs/migrating-from-btcpay.md',
  ])('the document %s states the current retry schedule', async (file) => {
    const page = readFileSync(file, 'utf8');
    await expect(withSchedule(page)).toMatchFileSnapshot(`../../${file}`);
  });

  it('withSchedule fills in the number of days, the number of attempts, and the table of delays', () => {
    expect(withSchedule('retried for two days')).toBe(`retried for ${RETRY_WINDOW_TEXT}`);
    expect(withSchedule('attempted\n9 times before')).toBe(
      `attempted\n${countRetryWindowAttempts()} times before`,
    );
    expect(withSchedule('| 1 | immediately |\n| 2 | never |\n\nx')).toContain(
      `| 2 | 5 seconds |\n`,
    );
    expect(RETRY_WINDOW_TEXT).toMatch(/^[a-z]+ days$|^\d+ days$/);
    expect(windowDays * 86_400_000).toBe(RETRY_WINDOW_MS);
  });
});

function withSchedule(page: string): string {
  const rows = waitsMs.map((ms, i) => `| ${i + 2} | ${waitText(ms)} |\n`).join('');
  const table = `| 1 | immediately |\n${rows}| from ${waitsMs.length + 2} | ${waitText(lastWaitMs)} |\n`;
  return page
    .replace(/^\| 1 \| immediately \|\n(?:\|.*\n)*/m, table)
    .replace(/(?<=\bretried for )\S+ days?/g, RETRY_WINDOW_TEXT)
    .replace(/(?<=\battempted\s)\d+(?= times before)/g, String(countRetryWindowAttempts()));
}

function waitText(ms: number): string {
  const units = [
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [name, size] = units.find(([, unit]) => ms % unit === 0) ?? ['ms', 1];
  return `${ms / size} ${name}${ms === size ? '' : 's'}`;
}
