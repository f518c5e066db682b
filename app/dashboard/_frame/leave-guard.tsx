'use client';

import { lazyOpen } from '@/app/_ui/lazy-open';
import { useAsked } from './unsaved';

const LeaveQuestion = lazyOpen(async () => (await import('./leave-question')).LeaveQuestion);

/** Asks before what was typed in a form of the page is lost, whatever leaves the page. */
export function LeaveGuard() {
  const [leaving, withdraw] = useAsked();
  const onConfirm = () => {
    withdraw();
    leaving?.go();
  };
  return (
    <LeaveQuestion
      open={leaving !== undefined}
      onOpenChange={withdraw}
      confirm={leaving?.confirm ?? ''}
      onConfirm={onConfirm}
    />
  );
}
