import { PhotonImage, resize, SamplingFilter } from '@cf-wasm/photon';

export interface EncodedLogo {
  readonly png: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Maximum size of the stored logo in pixels, twice the size on the page. */
const BOX = { width: 320, height: 80 };
/** Maximum size of the PNG, because the payment page must load fast on a slow phone. */
const MAX_PNG_BYTES = 24_000;

/**
 * Encodes an image again as a PNG that fits the page and contains no metadata.
 *
 * @throws Error for an image that cannot be decoded
 */
export function encodeImage(file: Uint8Array): EncodedLogo {
  const image = PhotonImage.new_from_byteslice(file);
  const [width, height] = [image.get_width(), image.get_height()];
  let scale = Math.min(1, BOX.width / width, BOX.height / height);
  for (;;) {
    const size = [width, height].map((side) => Math.max(1, Math.round(side * scale)));
    const [toWidth = 1, toHeight = 1] = size;
    const png = resize(image, toWidth, toHeight, SamplingFilter.Lanczos3).get_bytes();
    // A photo needs more bytes than a drawing of the same size, so it is scaled down until it fits.
    if (png.length <= MAX_PNG_BYTES) return { png, width: toWidth, height: toHeight };
    scale *= 0.75;
  }
}
