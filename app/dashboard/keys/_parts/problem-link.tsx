import type { Route } from 'next';
import Link from 'next/link';

/** A problem's code, with a link to its page of the documentation. */
export function ProblemLink({ code }: { code: string }) {
  return (
    <Link
      href={`/docs/errors/${code}` as Route}
      prefetch={false}
      className="mono text-accent hover:underline"
    >
      {code}
    </Link>
  );
}
