import type { Route } from 'next';
import { IntentLink } from '@/app/_ui/intent-link';

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
