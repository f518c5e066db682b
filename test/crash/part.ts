export const PART_KINDS = ['server', 'database', 'node'] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** A part of the system that can be killed: a process, or a process and its child processes. */
export interface KillablePart {
  readonly kind: PartKind;
  /** Kills the part with SIGKILL, even while it is starting. */
  kill(): Promise<void>;
  /** Starts the part, but does not wait until it responds. */
  start(): void;
}
