import { pageHeaders, pageSecurityPolicy } from '@/app/pay/_page/headers';
import type { Language } from '@/lib/domain/language';
import PROOF_SCRIPT from '../_client/proof.ts?inline';
import STYLE from './link.css?inline';

interface LinkHeaders {
  readonly embedOrigins?: readonly string[];
  readonly accent?: string | null;
  /** Whether the page includes the script that solves a proof of work. */
  readonly needsProof?: boolean;
}

export function buildLinkPageHeaders(
  language: Language,
  { embedOrigins, accent = null, needsProof = false }: LinkHeaders = {},
): Headers {
  const script = needsProof ? PROOF_SCRIPT : undefined;
  // The page runs JavaScript only for a proof of work. Its forms may be sent only to this server.
  const policy = pageSecurityPolicy({ style: STYLE, script, accent, forms: true });
  const headers = pageHeaders(language, embedOrigins, policy);
  // With "no-referrer", browsers omit Origin from form posts, but the CSRF check needs it.
  headers.set('referrer-policy', 'same-origin');
  return headers;
}
