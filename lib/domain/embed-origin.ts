/**
 * Whether a text is exactly one web origin ("https://shop.example"): all that may stand in
 * frame-ancestors of a Content-Security-Policy.
 */
export function isEmbedOrigin(text: string): boolean {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.origin === text;
  } catch {
    return false;
  }
}
