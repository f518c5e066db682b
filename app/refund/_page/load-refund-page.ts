import { readPageSubject } from '@/app/pay/_page/open';
import type { Language } from '@/lib/domain/language';
import {
  consumeRefundPageLimit,
  logRefundPageError,
  type PublicRefund,
  readPublicRefund,
} from '@/lib/refunds/public';

export interface RefundContext {
  readonly params: Promise<{ readonly token: string }>;
}

interface OpenedRefund {
  readonly language: Language;
  /** `busy` if the customer has sent too many requests; all other values are as in {@link readPageSubject}. */
  readonly refund: PublicRefund | 'busy' | 'unknown' | 'unavailable';
}

/** Reads the refund of a link. Each request counts against a limit per client address. */
export async function loadRefundPage(request: Request, token: string): Promise<OpenedRefund> {
  const isAllowed = await consumeRefundPageLimit(request.headers, request.method === 'POST');
  const read = async () => (isAllowed ? readPublicRefund(token) : undefined);
  const { language, found } = await readPageSubject(request, read, logRefundPageError);
  // For an altered refund, shows the page of an unknown link.
  const known = found === 'altered' ? 'unknown' : found;
  return { language, refund: isAllowed ? known : 'busy' };
}
