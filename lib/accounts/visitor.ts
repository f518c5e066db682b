/** The origin of a browser's request. */
export interface Visitor {
  readonly ip: string;
  /** The unit of rate limits: the address, or for IPv6 its network. */
  readonly limitKey: string;
  readonly userAgent: string | null;
  readonly requestId: string;
  /** The token in the browser's device cookie, untrusted. */
  readonly device?: string | undefined;
}
