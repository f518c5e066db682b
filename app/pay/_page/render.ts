import { createElement, type ReactNode } from 'react';
import type { PublicPayment } from '@/lib/payments/public';
import type { Language } from './languages';
import { shortHash } from './short-hash';
import { Slip } from './slip';
import type { View } from './view';
import { isPayable, pageState } from './view';
import { announcementOf, titleOf, wordingIn } from './wording';

/** What a page's script must know of the slip. */
export interface SlipFacts {
  /** Names the content: the same tag, nothing new to draw. */
  readonly tag: string;
  readonly state: string;
  readonly title: string;
  /** For screen readers. */
  readonly say: string;
  /** Unix time in ms; null while nothing runs out. */
  readonly expires: number | null;
  /** The server's clock, Unix time in ms. */
  readonly now: number;
}

/** The changing part of a page, as its script gets it. */
export interface SlipUpdate extends SlipFacts {
  readonly html: string;
}

export function viewOf(payment: PublicPayment, language: Language, now: Date): View {
  const wording = wordingIn(language, payment.merchantName);
  return { payment, state: pageState(payment, now), wording, now };
}

/** Everything about a payment's page that can change, and nothing of the clock. */
export function tagOf({ payment, state, wording }: View): string {
  return shortHash(JSON.stringify([payment, state, wording.language]));
}

export function slipFacts(view: View): SlipFacts {
  const { payment, state, wording, now } = view;
  return {
    tag: tagOf(view),
    state,
    title: titleOf(wording, payment, state),
    say: announcementOf(wording, payment, state),
    expires: isPayable(state) ? payment.expiresAt.getTime() : null,
    now: now.getTime(),
  };
}

export async function slipUpdate(view: View): Promise<SlipUpdate> {
  return { ...slipFacts(view), html: await markup(createElement(Slip, { view })) };
}

/** HTML without anything of React's: the page is no React application in the browser. */
export async function markup(element: ReactNode): Promise<string> {
  // A static import of it is refused in route handlers.
  const { renderToStaticMarkup } = await import('react-dom/server');
  return renderToStaticMarkup(element);
}
