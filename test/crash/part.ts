export const KINDS = ['server', 'database', 'node'] as const;
export type Kind = (typeof KINDS)[number];

/** What can be killed: a process or a family of them. */
export interface Part {
  readonly kind: Kind;
  /** Ends it with SIGKILL, also while it is still starting. */
  kill(): Promise<void>;
  /** Begins to start it again; it may take a while until it answers. */
  start(): void;
}
