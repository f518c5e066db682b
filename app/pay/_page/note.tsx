import type { ReactNode } from 'react';

/** Something out of the ordinary that the payer should know. */
export function Note({ children }: { children: ReactNode }) {
  return <p className="slip-note tone-pending">{children}</p>;
}
