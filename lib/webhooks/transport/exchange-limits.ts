/** Time limits in ms and read limits in bytes of one exchange. */
export interface ExchangeLimits {
  readonly dnsMs: number;
  readonly connectMs: number;
  readonly tlsMs: number;
  /** From the request to the end of the answer's status line. */
  readonly firstByteMs: number;
  /** From the DNS look-up to the end of the status line. */
  readonly totalMs: number;
  /** For the rest of the answer, which is only for the record. */
  readonly restMs: number;
  readonly readBytes: number;
  /** The number of body bytes to store. */
  readonly keepBytes: number;
}

export const EXCHANGE_LIMITS: ExchangeLimits = {
  dnsMs: 2_000,
  connectMs: 3_000,
  tlsMs: 3_000,
  firstByteMs: 15_000,
  // With `restMs` less than a lease and than the drain of a shutdown.
  totalMs: 18_000,
  restMs: 1_000,
  readBytes: 16_384,
  keepBytes: 4_096,
};
