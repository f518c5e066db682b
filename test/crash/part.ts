export const KINDS = ['server', 'database', 'node'] as const;
export type Kind = (typeof KINDS)[number];

/** A part that can be killed: a process or a family of them. */
export interface Part {
  readonly kind: Kind;
  /** Ends it with SIGKILL, even while it is still starting. */
  kill(): Promise<void>;
  /** Starts it again without waiting until it responds. */
  start(): void;
}
