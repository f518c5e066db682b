import type { TimelineEntryAnswer } from '@/lib/http/payments/timeline-answer';

/** The attempts in the middle of a long run, shown as one entry. */
interface FoldedAttempts {
  readonly kind: 'folded';
  readonly at: string;
  readonly attempts: number;
}

export type ShownEntry = TimelineEntryAnswer | FoldedAttempts;

const MAX_SHOWN = 4;

/** Shortens long runs of attempts of one delivery to the first, a count, and the last two. */
export function foldAttempts(entries: readonly TimelineEntryAnswer[]): ShownEntry[] {
  const shown: ShownEntry[] = [];
  for (let start = 0; start < entries.length; ) {
    const run = runAt(entries, start);
    const [first] = run;
    const hidden = run.slice(1, -2);
    if (first && run.length > MAX_SHOWN) {
      const at = hidden[0]?.at ?? first.at;
      shown.push(first, { kind: 'folded', at, attempts: hidden.length }, ...run.slice(-2));
    } else {
      shown.push(...run);
    }
    start += run.length;
  }
  return shown;
}

/** The entry, with the attempts of the same delivery that directly follow it. */
function runAt(entries: readonly TimelineEntryAnswer[], start: number): TimelineEntryAnswer[] {
  const first = entries[start];
  if (first?.kind !== 'attempt') return first ? [first] : [];
  let end = start + 1;
  for (let next = entries[end]; next?.kind === 'attempt'; next = entries[end]) {
    if (next.delivery_id !== first.delivery_id) break;
    end += 1;
  }
  return entries.slice(start, end);
}
