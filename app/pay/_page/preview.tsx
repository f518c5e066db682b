import type { Branding } from '@/lib/domain/branding';
import type { Currency } from '@/lib/domain/currency';
import type { PublicPayment } from '@/lib/payments/public';
import { MerchantLinks } from './face';
import { renderHtml } from './render';
import { PageDocument } from './sheet';
import { Slip } from './slip';
import { toPageView } from './view';

const OPEN_FOR_MS = 54 * 60_000;
/** The wallet button's style on touch devices. */
const ON_A_PHONE = 'border-color:transparent;background:var(--accent);color:var(--on-accent)';
/** No wallet for real bitcoin pays to this address (a BIP 173 test vector for test networks). */
const ADDRESS = 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx';

/** Returns a sample payment page with this branding. Its buttons and links do nothing. */
export async function previewHtml(
  merchantName: string,
  face: Branding,
  now: Date,
): Promise<string> {
  const view = toPageView(samplePayment(merchantName, face, now), 'en', now);
  const html = await renderHtml(
    <PageDocument language="en" title={merchantName} accent={face.accent}>
      <main>
        <div className="slip">
          <Slip view={view} />
        </div>
        <MerchantLinks face={face} wording={view.wording} reference={null} />
      </main>
    </PageDocument>,
  );
  // Shows what the page's script would show on a phone, because the preview runs no script.
  const shown = html
    .replaceAll('<button type="button" hidden=""', '<button type="button"')
    .replace('btn-wallet"', `btn-wallet" style="${ON_A_PHONE}"`);
  return `<!doctype html>${shown}`;
}

function samplePayment(merchantName: string, face: Branding, now: Date): PublicPayment {
  const uri = `bitcoin:${ADDRESS.toUpperCase()}?amount=0.0005108`;
  return {
    checkoutId: 'co_preview',
    merchantName,
    face,
    reference: 'Order 4736',
    description: null,
    locale: null,
    back: null,
    network: 'mainnet',
    address: ADDRESS,
    amountSats: 51_080,
    price: {
      ...{ amount: '42.90', currency: 'EUR' as Currency, rate: '83985.9', source: 'preview' },
      ...{ quotedAt: now.toISOString(), spreadPpm: 0 },
    },
    receivedSats: 0,
    dueSats: 51_080,
    status: 'pending',
    flags: [],
    accepted: false,
    confirmations: 0,
    requiredConfirmations: 3,
    firstBlock: null,
    txid: null,
    expiresAt: new Date(now.getTime() + OPEN_FOR_MS),
    canceledAt: null,
    detectedAt: null,
    confirmedAt: null,
    walletUri: uri,
    qrText: uri,
    embedOrigins: [],
    linkId: null,
    allowsFollowUps: false,
  };
}
