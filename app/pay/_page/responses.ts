import { createElement, type ReactElement } from 'react';
import type { Language } from '@/lib/domain/language';
import type { MessageKey } from '@/lib/domain/messages';
import { pageHeaders } from './headers';
import { renderHtml } from './render';
import { MessageSheet } from './sheet';
import { wordingIn } from './wording';

const RETRY_AFTER_SECONDS = 5;

interface Message {
  readonly status: number;
  readonly title: MessageKey;
  readonly heading: MessageKey;
  readonly text: MessageKey;
  /** Whether the same request may succeed later. */
  readonly retry?: true;
}

const MESSAGES = {
  unknownPayment: {
    status: 404,
    title: 'titleNotFound',
    heading: 'notFoundHeading',
    text: 'notFoundText',
  },
  unknownLink: {
    status: 404,
    title: 'linkNotFoundHeading',
    heading: 'linkNotFoundHeading',
    text: 'notFoundText',
  },
  unknownRefund: {
    status: 404,
    title: 'refundLinkHeading',
    heading: 'refundLinkHeading',
    text: 'refundLinkText',
  },
  refundBusy: {
    status: 429,
    title: 'titleUnavailable',
    heading: 'unavailableHeading',
    text: 'refundTooMany',
  },
  busy: {
    status: 429,
    title: 'titleUnavailable',
    heading: 'unavailableHeading',
    text: 'linkBusyText',
  },
  altered: {
    status: 409,
    title: 'titleUnavailable',
    heading: 'alteredHeading',
    text: 'alteredText',
  },
  unavailable: {
    status: 503,
    title: 'titleUnavailable',
    heading: 'unavailableHeading',
    text: 'unavailableText',
    retry: true,
  },
} as const satisfies Record<string, Message>;

interface Options {
  readonly embedOrigins?: readonly string[];
  readonly retryAfterSeconds?: number | undefined;
}

/** Returns a page that explains why there is nothing to pay. */
export function messageResponse(
  name: keyof typeof MESSAGES,
  language: Language,
  { embedOrigins, retryAfterSeconds = RETRY_AFTER_SECONDS }: Options = {},
): Promise<Response> {
  const { status, ...message }: Message = MESSAGES[name];
  const headers = pageHeaders(language, embedOrigins);
  if (message.retry) headers.set('retry-after', String(retryAfterSeconds));
  const sheet = createElement(MessageSheet, { wording: wordingIn(language), ...message });
  return pageResponse(status, sheet, headers);
}

/** Renders a complete page, which needs no React in the browser. */
export async function pageResponse(
  status: number,
  page: ReactElement,
  headers: Headers,
): Promise<Response> {
  return new Response(`<!doctype html>${await renderHtml(page)}`, { status, headers });
}
