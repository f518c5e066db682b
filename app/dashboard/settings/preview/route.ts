import { previewHtml } from '@/app/pay/_page/preview';
import { requireActor } from '@/lib/auth/session';
import { isColor, isHttpsPage, isPhone, isSupportEmail } from '@/lib/domain/branding';
import { MAX_MERCHANT_NAME_LENGTH, MAX_URL_LENGTH } from '@/lib/domain/limits';
import { readBranding } from '@/lib/face/read-branding';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

/**
 * Renders the payment page with the merchant's saved logo and the settings in the query, which may
 * be unsaved.
 */
export async function GET(request: Request) {
  const actor = await requireActor();
  const { db, clock } = runtime();
  const { logo } = await readBranding(db, actor.merchantId);
  const query = new URL(request.url).searchParams;
  const valid = (name: string, isValid: (text: string) => boolean) => {
    const text = (query.get(name) ?? '').slice(0, MAX_URL_LENGTH);
    return isValid(text) ? text : null;
  };
  const face = {
    logo,
    accent: valid('accent', isColor),
    supportEmail: valid('support_email', isSupportEmail),
    supportPhone: valid('support_phone', isPhone),
    imprintUrl: valid('imprint_url', isHttpsPage),
    termsUrl: valid('terms_url', isHttpsPage),
  };
  const name = (query.get('name') ?? '').slice(0, MAX_MERCHANT_NAME_LENGTH);
  const html = await previewHtml(name, face, clock());
  return new Response(html, {
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
  });
}
