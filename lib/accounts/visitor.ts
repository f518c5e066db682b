/** Where a request of a browser came from. */
export interface Visitor {
  readonly ip: string;
  /** What limits count by: the address, or for IPv6 its network. */
  readonly limitKey: string;
  readonly userAgent: string | null;
  readonly requestId: string;
}
