import type { QueryKey } from '@tanstack/react-query';
import type { Change } from '@/lib/domain/change';

/** A query as `_data/queries.ts` names it. */
type Shown = {
  readonly group: unknown;
  readonly endpoint: unknown;
  readonly id: string | undefined;
  /** The filters of a list, as URL text. */
  readonly search: string | undefined;
};

/** Whether what a query of the dashboard shows may be another after this change. */
export function affects(change: Change, [group, endpoint, asked]: QueryKey): boolean {
  const [kind = '', of] = change.split(' ');
  if (group === 'overview') return kind !== 'audit' && kind !== 'read' && kind !== 'links';
  const { id, search } = (asked ?? {}) as { readonly id?: string; readonly search?: string };
  return AFFECTED[kind]?.({ group, endpoint, id, search }, of) ?? true;
}

const WALLETS = 'GET /api/dashboard/wallets';
const AUDIT = 'GET /api/dashboard/audit';
const REQUEST = 'GET /api/dashboard/requests/{id}';

/** Whether a list of payments leaves some out by what became of their deliveries. */
function asksOfDeliveries({ group, search }: Shown): boolean {
  const filters = new URLSearchParams(search);
  return group === 'payments' && ['webhook', 'worklist', 'reasons'].some((one) => filters.has(one));
}

/** By the kind of change. Lists have no id, and the id of a delivery does not name its payment. */
const AFFECTED: Readonly<Record<string, (shown: Shown, of: string | undefined) => boolean>> = {
  payments: ({ group, endpoint }) =>
    group === 'payments' || group === 'links' || group === 'deliveries' || endpoint === WALLETS,
  payment: ({ group, endpoint, id }, of) =>
    (group === 'payments' && (id === undefined || id === of)) ||
    (group === 'deliveries' && id === undefined) ||
    group === 'links' ||
    endpoint === WALLETS,
  deliveries: (shown) =>
    shown.group === 'deliveries' ||
    (shown.group === 'payments' && shown.id !== undefined) ||
    asksOfDeliveries(shown),
  delivery: (shown, of) =>
    shown.group === 'deliveries' ||
    (shown.group === 'payments' && shown.id === of) ||
    asksOfDeliveries(shown),
  chain: ({ group }) => group === 'chains' || group === 'frame' || group === 'payments',
  read: ({ group }) => group === 'chains',
  // Also whatever shows the name of a key.
  keys: ({ group, endpoint, id }) =>
    group === 'keys' ||
    group === 'links' ||
    group === 'frame' ||
    group === 'deliveries' ||
    (group === 'payments' && id !== undefined) ||
    endpoint === REQUEST,
  links: ({ group }) => group === 'links',
  people: ({ group }) => group === 'people' || group === 'frame',
  audit: ({ endpoint }) => endpoint === AUDIT,
};
