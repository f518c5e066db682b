import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { NavLink } from './navigation';

interface Props {
  readonly previous: NavLink | undefined;
  readonly next: NavLink | undefined;
}

const WAY =
  'flex min-h-11 min-w-0 flex-1 items-center gap-2 rounded-control border px-3 py-2 hover:border-ink-3';

/** The ways to the pages before and after, as the navigation has them. */
export function Neighbours({ previous, next }: Props) {
  if (!previous && !next) return null;
  return (
    <nav aria-label="Before and after this page" className="mt-12 flex flex-wrap gap-3 text-ui">
      {previous && (
        <a href={previous.path} className={WAY}>
          <ArrowLeft aria-hidden className="size-4 shrink-0 text-ink-3" />
          <span>
            <span className="block text-ink-3 text-small">Previous</span>
            {previous.label}
          </span>
        </a>
      )}
      {next && (
        <a href={next.path} className={`${WAY} justify-end text-end`}>
          <span>
            <span className="block text-ink-3 text-small">Next</span>
            {next.label}
          </span>
          <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-3" />
        </a>
      )}
    </nav>
  );
}
