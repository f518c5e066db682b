export function stripHttpsScheme(url: string): string {
  return url.replace(/^https:\/\//, '');
}
