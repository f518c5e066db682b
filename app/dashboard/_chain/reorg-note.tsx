import type { ReactNode } from 'react';
import { RelativeTime } from '@/app/_ui/time';
import type { ReorgResponse } from '@/lib/http/chains/chains-response';

interface Props {
  readonly reorg: ReorgResponse;
  /** The effect of the reorg on this page. */
  readonly children: ReactNode;
}

export function ReorgNote({ reorg, children }: Props) {
  const { fork_height: fork, from_height: last, at } = reorg;
  return (
    <p role="status" className="border-failed border-l-2 pl-3 text-small">
      The network replaced {last === fork + 1 ? `block ${last}` : `blocks ${fork + 1} to ${last}`}{' '}
      <RelativeTime iso={at} /> (a reorg). {children}
    </p>
  );
}
