export const KINDS = ['server', 'database', 'node'] as const;
export type PartKind = (typeof KINDS)[number];

/** A part of the system that can be killed. It is one process, or a process and its children. */
export interface KillablePart {
  readonly kind: PartKind;
  /** Ends the part with SIGKILL, even while it is still starting. */
  kill(): Promise<void>;
  /** Starts the part again, and does not wait until it responds. */
  start(): void;
}
