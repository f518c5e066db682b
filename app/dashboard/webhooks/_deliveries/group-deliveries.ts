import type { DeliveryRowResponse } from '@/lib/http/deliveries/delivery-detail-response';

/** A row for one delivery, or for a group of failures of the same kind. */
export interface DeliveryListRow {
  readonly delivery: DeliveryRowResponse;
  readonly group?: {
    readonly key: string;
    readonly count: number;
    /** When the group's first event happened. */
    readonly since: string;
    readonly isClosed: boolean;
  };
}

/** A smaller group would take no less space than its deliveries. */
const MIN_GROUP = 3;

/**
 * Returns the rows of failed deliveries, newest first. Failures with the same URL and the same
 * reply form one row. If the group is open, its other failures follow as separate rows.
 *
 * @param shown keys of the open groups
 */
export function groupDeliveries(
  deliveries: readonly DeliveryRowResponse[],
  shown: ReadonlySet<string>,
): DeliveryListRow[] {
  const keyOf = ({ url, response_status: status, error_code: code }: DeliveryRowResponse) =>
    `${status} ${code} ${url}`;
  const groups = new Map<string, DeliveryRowResponse[]>();
  for (const one of deliveries) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one]);
  return [...groups].flatMap(([key, members]) => {
    const rows = members.map((delivery): DeliveryListRow => ({ delivery }));
    const [first, ...others] = members;
    const last = others.at(-1);
    if (!first || !last || members.length < MIN_GROUP) return rows;
    const isClosed = !shown.has(key);
    const group = { key, count: members.length, since: last.created_at, isClosed };
    return [{ delivery: first, group }, ...(isClosed ? [] : rows.slice(1))];
  });
}
