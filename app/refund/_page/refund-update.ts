import { createElement } from 'react';
import { renderHtml } from '@/app/pay/_page/render';
import { shortHash } from '@/app/pay/_page/short-hash';
import { REFUND_HEADING_KEYS, RefundStatus } from './refund-status';
import type { RefundView } from './view';

interface RefundFacts {
  /** A hash of the content. An equal tag means that nothing has changed. */
  readonly tag: string;
  readonly state: string;
  readonly title: string;
  /** Announced by screen readers. */
  readonly say: string;
}

/** A refund's state as sent to the page's script. */
export interface RefundUpdate extends RefundFacts {
  readonly html: string;
}

export function refundFacts({ refund, wording, requested }: RefundView): RefundFacts {
  return {
    tag: shortHash(JSON.stringify([refund, wording.language, requested])),
    state: refund.status,
    title: wording.plain('refundTitle'),
    say: wording.plain(REFUND_HEADING_KEYS[refund.status]),
  };
}

export async function renderRefundUpdate(view: RefundView): Promise<RefundUpdate> {
  return {
    ...refundFacts(view),
    html: await renderHtml(createElement(RefundStatus, { view })),
  };
}
