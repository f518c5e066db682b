import type { MessageKey } from '@/lib/domain/messages';
import { Problem } from '@/lib/domain/problems';
import type { PublicLink } from '@/lib/links/public';

export type LinkFormField = 'amount' | 'note' | 'name' | 'email';

export interface LinkFormRefusal {
  /** 503 for faults that no customer can fix, such as faults of the server or the link. */
  readonly status: number;
  /** Error codes by field. */
  readonly faults?: { readonly [Field in LinkFormField]?: string };
  /** The reason, if no field is at fault. */
  readonly notice?: MessageKey;
  readonly retryAfterSeconds?: number | undefined;
  /** Whether the form must be sent again with a proof of work. */
  readonly needsProof?: boolean;
}

export function toLinkFormRefusal(error: unknown, link: PublicLink): LinkFormRefusal {
  if (!(error instanceof Problem)) return { status: 503 };
  const { errors = [], retryAfterSeconds } = error;
  switch (error.code) {
    case 'invalid_request': {
      if (errors.length === 0) return { status: 400, notice: 'linkTryAgain' };
      const faults = errors.map(({ pointer, code }) => [fieldOf(pointer, link), code] as const);
      // If a fault concerns no field, the customer cannot correct it: the server's settings have
      // changed since the link was created.
      if (faults.some(([field]) => field === undefined)) return { status: 503 };
      return { status: 400, faults: Object.fromEntries(faults) };
    }
    case 'cross_site_request':
      return { status: 403, notice: 'linkTryAgain' };
    case 'payment_link_closed':
    case 'idempotency_in_progress':
      return { status: 409, notice: 'linkTryAgain' };
    case 'proof_of_work_needed':
      return { status: 429, notice: 'linkProofText', needsProof: true };
    case 'rate_limited':
      return { status: 429, notice: 'linkBusyText', retryAfterSeconds };
    default:
      return { status: 503, retryAfterSeconds };
  }
}

function fieldOf(pointer: string, { amount, payerNote, customerFields }: PublicLink) {
  if (pointer === '/note' && payerNote) return 'note';
  if (pointer === '/customer/name' && customerFields?.name) return 'name';
  if (pointer === '/customer/email' && customerFields?.email) return 'email';
  const isAmount = pointer === '/amount' || pointer === '/price/amount';
  return isAmount && amount.kind === 'free' ? 'amount' : undefined;
}
