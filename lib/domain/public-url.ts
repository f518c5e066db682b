/** An absolute URL under the public base URL, which may itself have a path. */
export function publicUrl(appUrl: URL, path: string): string {
  return `${appUrl.origin}${appUrl.pathname.replace(/\/$/, '')}${path}`;
}
