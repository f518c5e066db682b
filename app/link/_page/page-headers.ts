import { pageHeaders, policyOf } from '@/app/pay/_page/headers';
import type { Language } from '@/lib/domain/language';
import PROOF_SCRIPT from '../_client/proof.ts?inline';
import STYLE from './link.css?inline';

interface LinkHeaders {
  /** Origins that may show the page in a frame. */
  readonly embedOrigins?: readonly string[];
  /** The merchant's color. */
  readonly accent?: string | null;
  /** Whether the page has the script for a proof of work. */
  readonly needsProof?: boolean;
}

/** Headers of a link's page. */
export function linkHeaders(
  language: Language,
  { embedOrigins, accent = null, needsProof = false }: LinkHeaders = {},
): Headers {
  const script = needsProof ? PROOF_SCRIPT : undefined;
  // A page without a proof of work needs no script. Its form may only be sent to this server.
  const policy = policyOf({ style: STYLE, script, accent, forms: true });
  const headers = pageHeaders(language, embedOrigins, policy);
  // With "no-referrer", browsers omit Origin from form posts, and the CSRF check needs it.
  headers.set('referrer-policy', 'same-origin');
  return headers;
}
