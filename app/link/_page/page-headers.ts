import { pageHeaders, policyOf } from '@/app/pay/_page/headers';
import type { Language } from '@/lib/domain/language';
import PROOF_SCRIPT from '../_client/proof.ts?inline';
import STYLE from './link.css?inline';

/** The page has no script, and a form that only this server gets. */
const POLICY = policyOf({ style: STYLE, forms: true });
const PROOF_POLICY = policyOf({ style: STYLE, script: PROOF_SCRIPT, forms: true });

/**
 * Headers of a link's page.
 *
 * @param embedOrigins origins that may show it in a frame
 * @param needsProof whether the page has the script for a proof of work
 */
export function linkHeaders(
  language: Language,
  embedOrigins: readonly string[] = [],
  needsProof = false,
): Headers {
  const headers = pageHeaders(language, embedOrigins, needsProof ? PROOF_POLICY : POLICY);
  // With "no-referrer", browsers omit Origin from form posts, and the CSRF check needs it.
  headers.set('referrer-policy', 'same-origin');
  return headers;
}
