/** Returns a URL without its usual scheme. */
export function shortUrl(url: string): string {
  return url.replace(/^https:\/\//, '');
}
