import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** Says above data that is still shown how old it is: "Node last answered 4 min ago." */
export function StaleBar({ children }: { children: ReactNode }) {
  return (
    <div
      role="status"
      className="tone-pending flex items-center gap-2 rounded-control bg-(--tone-bg) px-3 py-2 font-medium text-(--tone) text-small"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span>{children}</span>
    </div>
  );
}
