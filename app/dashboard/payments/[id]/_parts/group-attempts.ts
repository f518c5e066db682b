import type { TimelineEntryResponse } from '@/lib/http/payments/timeline-response';

export type Attempt = Extract<TimelineEntryResponse, { kind: 'attempt' }>;

/** All attempts of a delivery as one timeline entry, at the time of the first attempt. */
export interface DeliveryAttempts {
  readonly kind: 'attempts';
  readonly at: string;
  /** At least one attempt, the oldest first. */
  readonly attempts: readonly [Attempt, ...Attempt[]];
}

export type GroupedEntry = Exclude<TimelineEntryResponse, Attempt> | DeliveryAttempts;

/** Merges the attempts of each delivery into one entry. */
export function groupAttempts(entries: readonly TimelineEntryResponse[]): GroupedEntry[] {
  const groups = new Map<string, [Attempt, ...Attempt[]]>();
  const shown: GroupedEntry[] = [];
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
