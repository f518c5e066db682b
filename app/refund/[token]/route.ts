import { createElement } from 'react';
import { requestedLanguage } from '@/app/pay/_page/languages';
import { messageResponse, pageResponse } from '@/app/pay/_page/responses';
import { wordingIn } from '@/app/pay/_page/wording';
import { isRefundOpen } from '@/lib/domain/refund';
import { readFields } from '@/lib/net/read-fields';
import {
  logRefundPageError,
  type PublicRefund,
  parseRefundAddress,
  submitRefundAddress,
} from '@/lib/refunds/public';
import { loadRefundPage, type RefundContext } from '../_page/load-refund-page';
import { buildRefundPageHeaders } from '../_page/page-headers';
import { RefundSheet } from '../_page/refund-sheet';
import type { RefundStep } from '../_page/view';

export const dynamic = 'force-dynamic';

export async function GET(request: Request, { params }: RefundContext) {
  const isChange = new URL(request.url).searchParams.has('change');
  return shown(request, (await params).token, (refund) =>
    isRefundOpen(refund.status) && (isChange || refund.address === null)
      ? { kind: 'ask', text: '' }
      : { kind: 'status' },
  );
}

export async function HEAD(request: Request, context: RefundContext) {
  const { status, headers } = await GET(request, context);
  return new Response(null, { status, headers });
}

/**
 * Shows the entered address for comparison, and stores it once the customer confirms. The form's
 * origin is not checked, because only the secret link allows a submit.
 */
export async function POST(request: Request, { params }: RefundContext) {
  const { token } = await params;
  const form = (await readFields(request)) ?? new URLSearchParams();
  return shown(request, token, async (refund): Promise<RefundStep | 'saved'> => {
    if (!isRefundOpen(refund.status)) return { kind: 'status' };
    const text = form.get('address') ?? '';
    const given = parseRefundAddress(refund, text);
    if (given.kind !== 'address') {
      const kept = given.kind === 'private_key' ? '' : text;
      return { kind: 'ask', text: kept, fault: given.kind, network: given.network };
    }
    const { address } = given;
    if (form.get('step') !== 'save') return { kind: 'check', address };
    const fault = await submitRefundAddress(refund, address);
    return fault ? { kind: 'ask', text, fault } : 'saved';
  });
}

async function shown(
  request: Request,
  token: string,
  choose: (refund: PublicRefund) => RefundStep | Promise<RefundStep | 'saved'>,
): Promise<Response> {
  const { language, refund } = await loadRefundPage(request, token);
  if (refund === 'busy') return messageResponse('refundBusy', language);
  if (refund === 'unknown') return messageResponse('unknownRefund', language);
  if (refund === 'unavailable') return messageResponse('unavailable', language);
  const step = await Promise.resolve(choose(refund)).catch((error: unknown) => {
    logRefundPageError(error);
    return undefined;
  });
  if (!step) return messageResponse('unavailable', language);
  const requested = requestedLanguage(request);
  const isLive = step !== 'saved' && step.kind === 'status';
  const headers = buildRefundPageHeaders(language, refund.face.accent, isLive);
  if (step === 'saved') {
    headers.set('location', requested ? `${token}?lang=${requested}` : token);
    return new Response(null, { status: 303, headers });
  }
  const wording = wordingIn(language, refund.merchantName);
  const view = { refund, wording, requested, step };
  const isWrong = step.kind === 'ask' && step.fault !== undefined;
  return pageResponse(isWrong ? 400 : 200, createElement(RefundSheet, { view }), headers);
}
