import { PhotonImage } from '@cf-wasm/photon';
import { eq } from 'drizzle-orm';
import { merchantFace } from '@/db/schema/faces';
import { encodeImage } from '@/lib/face/encode-logo';
import type { BrowserMerchant } from './browser-merchant';

export function drawTestLogo(width = 600, height = 160): PhotonImage {
  const pixels = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const bar = Math.floor((x / width) * 9);
      const color =
        bar % 2 === 1 ? [0, 0, 0, 0] : bar % 4 === 0 ? [20, 24, 22, 255] : [180, 40, 60, 255];
      pixels.set(color, (y * width + x) * 4);
    }
  }
  return new PhotonImage(pixels, width, height);
}

export const LOGO_HASH = '0123456789abcdef0123456789abcdef';

/**
 * Adds a logo, a color and contact details to the merchant's payment pages. Returns a function that
 * removes them.
 */
export async function addBranding({ base, key }: BrowserMerchant): Promise<() => Promise<unknown>> {
  const { png, width, height } = encodeImage(drawTestLogo().get_bytes());
  const face = {
    accent: '#c2185b',
    supportEmail: 'orders@acme.example',
    supportPhone: '+49 30 23125-014',
    imprintUrl: 'https://acme.example/imprint',
    termsUrl: 'https://acme.example/terms',
    ...{ logo: png, logoHash: LOGO_HASH, logoWidth: width, logoHeight: height },
  };
  const set = { merchantId: key.merchantId, ...face };
  await base.db
    .insert(merchantFace)
    .values(set)
    .onConflictDoUpdate({ target: merchantFace.merchantId, set });
  return () => base.db.delete(merchantFace).where(eq(merchantFace.merchantId, key.merchantId));
}
