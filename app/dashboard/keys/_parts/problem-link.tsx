import type { Route } from 'next';
import { IntentLink } from '@/app/_ui/intent-link';

/** A problem's code, with a link to its page of the documentation. */
export function ProblemLink({ code }: { code: string }) {
  return (
    <IntentLink
      href={`/docs/errors/${code}` as Route}
      prefetch={false}
      className="mono text-accent hover:underline"
    >
      {code}
    </IntentLink>
  );
}
