import { type Wording, wordingIn } from '@/app/pay/_page/wording';
import type { Language } from '@/lib/domain/language';
import type { Network } from '@/lib/domain/network';
import type { AddressFault, PublicRefund } from '@/lib/refunds/public';

/** What the page shows: the form, an address to compare, or the refund's state. */
export type RefundStep =
  | {
      readonly kind: 'ask';
      readonly text: string;
      readonly fault?: AddressFault;
      readonly network?: Network | undefined;
    }
  | { readonly kind: 'check'; readonly address: string }
  | { readonly kind: 'status' };

export interface RefundView {
  readonly refund: PublicRefund;
  readonly wording: Wording;
  /** The language in the URL. */
  readonly requested: Language | undefined;
  readonly step: RefundStep;
}

export interface RefundProps {
  readonly view: RefundView;
}

/** Returns a link to this page that keeps its language. */
export function samePageHref({ requested }: RefundView, parameter = ''): string {
  return `?${[requested && `lang=${requested}`, parameter].filter(Boolean).join('&')}`;
}

export function statusView(
  refund: PublicRefund,
  language: Language,
  requested: Language | undefined,
): RefundView {
  const wording = wordingIn(language, refund.merchantName);
  return { refund, wording, requested, step: { kind: 'status' } };
}
