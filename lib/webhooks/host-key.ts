/** host:port of a URL, lower case: what the breaker and the fair share of sends go by. */
export function hostKey(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}
