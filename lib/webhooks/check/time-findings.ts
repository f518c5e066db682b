import { type FoundHeaders, HEADERS } from './find-headers';
import { type Finding, ok, problem } from './finding';

/** The tolerance that docs/webhooks.md recommends for timestamps. */
export const TOLERANCE_SECONDS = 300;
const NAMES = ['timestamp', 'standardTimestamp'] as const;

/** Whether an endpoint with its clock at `now` accepts the timestamps. */
export function timeFindings(headers: FoundHeaders, now: Date): Finding[] {
  const given = NAMES.flatMap((key) => {
    const header = headers[key];
    return header ? [{ name: HEADERS[key], value: header.value }] : [];
  });
  const [first, second] = given;
  if (!first) {
    const signed = headers.service ?? headers.standard;
    return signed ? [missing(headers.service ? HEADERS.timestamp : HEADERS.standardTimestamp)] : [];
  }
  if (second && second.value !== first.value) {
    return [
      problem(
        'timestamps_differ',
        `${first.name} and ${second.name} differ.`,
        'Both are sent with the same value: something on the way changed one of them.',
      ),
    ];
  }
  return [judged(first.name, first.value, now)];
}

function missing(name: string): Finding {
  return problem(
    'timestamp_missing',
    `The header ${name} is missing.`,
    'The signature covers it, so nothing can be verified without it. Let the proxy in front of the endpoint pass it on, and paste it too.',
  );
}

function judged(name: string, value: string, now: Date): Finding {
  if (!/^\d{1,12}$/.test(value)) {
    return problem(
      'timestamp_unreadable',
      `${name} is not a Unix time.`,
      'It is sent as whole seconds since 1970, in digits. Something on the way reformatted it.',
    );
  }
  const age = Math.floor(now.getTime() / 1_000) - Number(value);
  if (age > TOLERANCE_SECONDS) {
    return problem(
      'timestamp_old',
      `The timestamp is ${spell(age)} old.`,
      'This is normal for a request from a log. An endpoint must refuse one that has just arrived: either its clock is fast, or an old request is being replayed. Every attempt and resend has a new timestamp.',
    );
  }
  if (age < -TOLERANCE_SECONDS) {
    return problem(
      'timestamp_future',
      `The timestamp is ${spell(-age)} ahead of this server’s clock.`,
      'Set the clocks of both machines by NTP. An endpoint with a slow clock refuses genuine webhooks.',
    );
  }
  return ok('timestamp_fresh', `The timestamp is fresh: within ${TOLERANCE_SECONDS / 60} minutes.`);
}

function spell(seconds: number): string {
  const [size, unit] =
    seconds < 7_200 ? [60, 'minute'] : seconds < 172_800 ? [3_600, 'hour'] : [86_400, 'day'];
  const count = Math.floor(seconds / size);
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
