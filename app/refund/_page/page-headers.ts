import { pageHeaders, pageSecurityPolicy } from '@/app/pay/_page/headers';
import type { Language } from '@/lib/domain/language';
import script from '../_client/page.ts?inline';
import STYLE from './refund.css?inline';

/** Bundled and minified at build time. */
export const REFUND_PAGE_SCRIPT = script;

/**
 * No site may frame a refund page.
 *
 * @param isLive whether the page loads a script that keeps it up to date
 */
export function buildRefundPageHeaders(
  language: Language,
  accent: string | null,
  isLive: boolean,
): Headers {
  const script = isLive ? REFUND_PAGE_SCRIPT : undefined;
  return pageHeaders(
    language,
    [],
    pageSecurityPolicy({ style: STYLE, script, accent, forms: true }),
  );
}
