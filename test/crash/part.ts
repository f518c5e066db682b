export const KINDS = ['server', 'database', 'node'] as const;
export type PartKind = (typeof KINDS)[number];

/** A part that can be killed: a process or a family of them. */
export interface KillablePart {
  readonly kind: PartKind;
  /** Ends it with SIGKILL, even while it is still starting. */
  kill(): Promise<void>;
  /** Starts it again without waiting until it responds. */
  start(): void;
}
