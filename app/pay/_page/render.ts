import { createElement, type ReactNode } from 'react';
import type { PaymentUpdate } from '@/sdk/src/embed';
import { isPayable } from './page-state';
import { Slip } from './slip';
import { hashPageView, type PaymentPageView } from './view';
import { returnsAutomatically } from './way-back';
import { announcementOf, titleOf } from './wording';

export interface SlipFacts {
  /** A hash of the content. An equal tag means that nothing has changed. */
  readonly tag: string;
  readonly state: string;
  readonly title: string;
  /** Announced by screen readers. */
  readonly say: string;
  /** Whether the page returns to the shop when the payment enters this state. */
  readonly returns: boolean;
  /** Sent to the shop's page if it frames this page. */
  readonly status: PaymentUpdate;
  /** Unix time in ms; null without a deadline. */
  readonly expires: number | null;
  /** The server's time, Unix time in ms. */
  readonly now: number;
}

/** The changing part of the payment page, as sent to the page's script. */
export interface SlipUpdate extends SlipFacts {
  readonly html: string;
}

export function slipFacts(view: PaymentPageView): SlipFacts {
  const { payment, state, wording, now } = view;
  return {
    tag: hashPageView(view),
    state,
    title: titleOf(wording, payment, state),
    say: announcementOf(wording, payment, state),
    returns: returnsAutomatically(view),
    status: statusFor(view),
    expires: isPayable(state) ? payment.expiresAt.getTime() : null,
    now: now.getTime(),
  };
}

function statusFor({
  payment: { status, flags, amountSats, receivedSats },
}: PaymentPageView): PaymentUpdate {
  return { status, flags: [...flags], amount_sats: amountSats, received_sats: receivedSats };
}

export async function renderSlipUpdate(view: PaymentPageView): Promise<SlipUpdate> {
  return { ...slipFacts(view), html: await renderHtml(createElement(Slip, { view })) };
}

/** Renders static HTML, because the page does not run React in the browser. */
export async function renderHtml(element: ReactNode): Promise<string> {
  // Next.js rejects a static import of this module in route handlers.
  const { renderToStaticMarkup } = await import('react-dom/server');
  return renderToStaticMarkup(element);
}
