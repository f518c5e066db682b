import { type NextRequest, NextResponse } from 'next/server';
import { HERE_HEADER } from '@/lib/auth/return-path';

/**
 * Pages only. The API and the payment page must not pass through here: the proxy takes a third of
 * a request's time, and the payment page has its own, stricter policy.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!v1/|v1$|api/|pay/|metrics$|docs-text/|llms\\.txt|_next/static|_next/image|icon\\.svg).*)',
      // Not the router's prefetches, which no browser shows as a page. A browser's own prefetches
      // ("purpose: prefetch") may be shown and need the policy.
      missing: [{ type: 'header', key: 'next-router-prefetch' }],
    },
  ],
};

/**
 * Gives every page a Content-Security-Policy that allows only our own scripts, by a fresh nonce,
 * and passes the page its own address, which layouts do not get otherwise.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(HERE_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  if (request.method === 'POST' && isForeign(request.headers)) {
    return new NextResponse('This form was sent by a page of another site.\n', { status: 403 });
  }
  // The development server runs its own scripts, which the policy would block.
  if (process.env.NODE_ENV === 'development') return NextResponse.next({ request: { headers } });
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64');
  const policy = contentSecurityPolicy(nonce);
  headers.set('x-nonce', nonce);
  headers.set('content-security-policy', policy);
  const response = NextResponse.next({ request: { headers } });
  response.headers.set('content-security-policy', policy);
  response.headers.set('x-frame-options', 'DENY');
  response.headers.set('x-content-type-options', 'nosniff');
  response.headers.set('referrer-policy', 'same-origin');
  return response;
}

/** Whether a form comes from another site. Next.js refuses it too, but with an internal error. */
function isForeign(headers: Headers): boolean {
  const origin = headers.get('origin');
  if (origin === null) return false;
  const host = URL.canParse(origin) ? new URL(origin).host : undefined;
  const forwarded = headers.get('x-forwarded-host')?.split(',')[0]?.trim();
  return host === undefined || (host !== forwarded && host !== headers.get('host'));
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'`,
    // Dialogs and menus are positioned by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
