import type { TimelineEntryResponse } from '@/lib/http/payments/timeline-response';

export type Attempt = Extract<TimelineEntryResponse, { kind: 'attempt' }>;

/** All attempts of a delivery as a single entry, which has the time of the first attempt. */
export interface DeliveryAttempts {
  readonly kind: 'attempts';
  readonly at: string;
  /** Contains at least one attempt; the oldest comes first. */
  readonly attempts: readonly [Attempt, ...Attempt[]];
}

export type ShownEntry = Exclude<TimelineEntryResponse, Attempt> | DeliveryAttempts;

/** Replaces the attempts of each delivery by a single entry. */
export function groupAttempts(entries: readonly TimelineEntryResponse[]): ShownEntry[] {
  const groups = new Map<string, [Attempt, ...Attempt[]]>();
  const shown: ShownEntry[] = [];
  for (const entry of entries) {
    if (entry.kind !== 'attempt') {
      shown.push(entry);
      continue;
    }
    const group = groups.get(entry.delivery_id);
    if (group) {
      group.push(entry);
      continue;
    }
    const attempts: [Attempt, ...Attempt[]] = [entry];
    groups.set(entry.delivery_id, attempts);
    shown.push({ kind: 'attempts', at: entry.at, attempts });
  }
  return shown;
}
