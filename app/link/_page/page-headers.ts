import { pageHeaders, policyOf } from '@/app/pay/_page/headers';
import type { Language } from '@/lib/domain/language';
import STYLE from './link.css?inline';

/** The page has no script, and a form that only this server gets. */
const POLICY = policyOf({ style: STYLE, forms: true });

/** Headers of a link's page. @param embedOrigins origins that may show it in a frame */
export function linkHeaders(language: Language, embedOrigins: readonly string[] = []): Headers {
  const headers = pageHeaders(language, embedOrigins, POLICY);
  // With "no-referrer", browsers omit Origin from form posts, and the CSRF check needs it.
  headers.set('referrer-policy', 'same-origin');
  return headers;
}
