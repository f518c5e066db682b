import { type NextRequest, NextResponse } from 'next/server';
import { HERE_HEADER } from '@/lib/auth/return-path';

/**
 * Pages only. The API and the payment page must not pass through here: it costs every request
 * a third of its time, and the payment page has a stricter policy of its own.
 */
export const config = {
  matcher: [
    {
      source:
        '/((?!v1/|v1$|api/|pay/|metrics$|docs-text/|llms\\.txt|_next/static|_next/image|icon\\.svg).*)',
      // Not what the router fetches ahead, which no browser shows as a page. What a browser itself
      // fetches ahead ("purpose: prefetch") it may show, and needs its policy.
      missing: [{ type: 'header', key: 'next-router-prefetch' }],
    },
  ],
};

/**
 * Gives every page a Content-Security-Policy that runs our own scripts only, by a fresh nonce,
 * and tells the page its own address, which a layout does not know otherwise.
 */
export function proxy(request: NextRequest): NextResponse {
  const headers = new Headers(request.headers);
  headers.set(HERE_HEADER, request.nextUrl.pathname + request.nextUrl.search);
  if (request.method === 'POST' && isForeign(request.headers)) {
    return new NextResponse('This form was sent by a page of another site.\n', { status: 403 });
  }
  // The development server runs scripts of its own, which no policy of ours knows.
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

/** Whether a form comes from another site: the framework refuses it too, as an internal error. */
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
    // Dialogs and menus place themselves by style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
