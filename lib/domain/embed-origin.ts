/**
 * Whether a text is exactly one web origin ("https://shop.example"): all that may stand in
 * frame-ancestors of a Content-Security-Policy. URLs may have a "*" in their host, which would
 * open the page to more than one site there.
 */
export function isEmbedOrigin(text: string): boolean {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.origin === text && !text.includes('*');
  } catch {
    return false;
  }
}
