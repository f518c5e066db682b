/** Returns an absolute URL under the public base URL, which has no path. */
export function publicUrl(appUrl: URL, path: string): string {
  return `${appUrl.origin}${path}`;
}
