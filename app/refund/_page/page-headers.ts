import { pageHeaders, policyOf } from '@/app/pay/_page/headers';
import type { Language } from '@/lib/domain/language';
import STYLE from './refund.css?inline';

/** Headers of a refund's page, which has no script and is in no frame. */
export function refundHeaders(language: Language, accent: string | null): Headers {
  return pageHeaders(language, [], policyOf({ style: STYLE, accent, forms: true }));
}
