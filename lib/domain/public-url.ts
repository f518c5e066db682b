/** Returns the absolute URL of a path on this server. The public base URL has no path itself. */
export function publicUrl(appUrl: URL, path: string): string {
  return `${appUrl.origin}${path}`;
}
