/**
 * Whether a text is exactly one web origin ("https://shop.example"), for frame-ancestors of a
 * Content-Security-Policy. A "*" in the host, which a URL may have, would allow further sites.
 */
export function isEmbedOrigin(text: string): boolean {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.origin === text && !text.includes('*');
  } catch {
    return false;
  }
}
