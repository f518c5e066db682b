import { type NextRequest, NextResponse } from 'next/server';
import { PATH_HEADER } from '@/lib/auth/return-path';
import { parseUrl } from '@/lib/domain/parse-url';

/** The only page that may use a camera. */
const CAMERA_PAGE = '/dashboard/wallets/scan';
const NO_FRAMES = "frame-ancestors 'none'";

/**
 * Excludes the API, because the proxy takes a third of a request's time, and the pages of payments,
 * links, refunds and pairings, because they have stricter policies.
 */
export const config = {
  matcher: [
    // The matcher ignores request headers, because anyone can send the headers of a prefetch.
    '/((?!v1/|v1$|api/|api-keys/|pay/|i/|invoice$|link/|refund/|metrics$|embed\\.js$|modal/|docs-text/|llms\\.txt|_next/static|_next/image|icon\\.svg).*)',
  ],
};

/**
 * Gives every page a Content-Security-Policy that allows only scripts with a new nonce. Also passes
 * the URL to the page, because Next.js does not give it to layouts.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(PATH_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  if (request.method === 'POST' && isForeign(request.headers)) {
    return new NextResponse('This form was sent by a page of another site.\n', { status: 403 });
  }
  // The development server runs its own scripts, which the policy would block.
  const path = request.nextUrl.pathname;
  if (process.env.NODE_ENV === 'development') return withPolicy(headers, NO_FRAMES, path);
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  return withPolicy(headers, policy, path);
}

/** Adds the headers that differ between pages. The server adds all others. */
function withPolicy(headers: Headers, policy: string, path: string): NextResponse {
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  const camera = path === CAMERA_PAGE ? 'self' : '';
  response.headers.set('permissions-policy', `camera=(${camera}), geolocation=(), microphone=()`);
  return response;
}

/**
 * Whether a form comes from another site. Next.js would also refuse it, but with an internal error.
 */
function isForeign(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = parseUrl(origin)?.host;
  const forwarded = headers.get('x-forwarded-host')?.split(',')[0]?.trim();
  return host === undefined || (host !== forwarded && host !== headers.get('host'));
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Inline styles are allowed, because style attributes position dialogs and menus.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    NO_FRAMES,
  ].join('; ');
}
