import type { TimelineEntryAnswer } from '@/lib/http/answers/timeline';

/** Tries of one delivery between the first and the last of a run, told as one. */
export interface FoldedTries {
  readonly kind: 'folded';
  readonly at: string;
  readonly tries: number;
}

export type Told = TimelineEntryAnswer | FoldedTries;

const SHOWN = 4;

/** Shortens long runs of tries of one delivery to the first, a count, and the last two. */
export function foldTries(entries: readonly TimelineEntryAnswer[]): Told[] {
  const told: Told[] = [];
  for (let start = 0; start < entries.length; ) {
    const run = runAt(entries, start);
    const [first] = run;
    const hidden = run.slice(1, -2);
    if (first && run.length > SHOWN) {
      const at = hidden[0]?.at ?? first.at;
      told.push(first, { kind: 'folded', at, tries: hidden.length }, ...run.slice(-2));
    } else {
      told.push(...run);
    }
    start += run.length;
  }
  return told;
}

/** The entry, with the further tries of its delivery that follow it directly. */
function runAt(entries: readonly TimelineEntryAnswer[], start: number): TimelineEntryAnswer[] {
  const first = entries[start];
  if (first?.kind !== 'try') return first ? [first] : [];
  let end = start + 1;
  for (let next = entries[end]; next?.kind === 'try'; next = entries[end]) {
    if (next.delivery_id !== first.delivery_id) break;
    end += 1;
  }
  return entries.slice(start, end);
}
