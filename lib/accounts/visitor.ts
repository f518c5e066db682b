export interface Visitor {
  readonly ip: string;
  /** The unit that rate limits count: the IPv4 address, or the IPv6 network. */
  readonly limitKey: string;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** The token in the browser's device cookie, untrusted. */
  readonly device?: string | undefined;
}
