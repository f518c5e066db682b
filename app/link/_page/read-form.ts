import { randomBase62 } from '@/lib/domain/ids';
import type { DecimalMark } from '@/lib/domain/typed-number';
import type { SubmittedLinkPayment } from '@/lib/links/public';
import { readFields } from '@/lib/net/read-fields';

/** A proof of work is a decimal number of at most this many digits. */
const MAX_PROOF = 20;
const TOKEN = /^[0-9A-Za-z]{22}$/;

export const newToken = () => randomBase62(22);

/** Returns undefined unless the body is a form. */
export async function readForm(request: Request) {
  const form = await readFields(request);
  if (!form) return undefined;
  const token = form.get('token') ?? '';
  const decimalMark: DecimalMark = form.get('decimal_mark') === ',' ? ',' : '.';
  return {
    amount: form.get('amount') ?? '',
    decimalMark,
    note: form.get('note') ?? '',
    name: form.get('name') ?? '',
    email: form.get('email') ?? '',
    token: TOKEN.test(token) ? token : newToken(),
    proof: (form.get('proof') ?? '').slice(0, MAX_PROOF),
  };
}

const COOKIE = 'btly_payment';

/** Returns the checkout id of the last payment that this browser made with the link. */
export function ownPaymentFromCookie(request: Request): string | undefined {
  const cookies = request.headers.get('cookie') ?? '';
  return new RegExp(`(?:^|;\\s*)${COOKIE}=(\\w+)`).exec(cookies)?.[1];
}

/**
 * Returns a cookie that lasts while the payment is open. If the page may be framed over https,
 * browsers keep one cookie per framing site. The cookie authorizes nothing.
 */
export function ownPaymentCookie(made: SubmittedLinkPayment): string {
  const { checkoutId, secondsLeft, linkPath, secure, framed } = made;
  const sameSite = secure && framed ? 'SameSite=None; Partitioned' : 'SameSite=Lax';
  const flags = `HttpOnly; ${sameSite}${secure ? '; Secure' : ''}`;
  return `${COOKIE}=${checkoutId}; Path=${linkPath}; Max-Age=${secondsLeft}; ${flags}`;
}
