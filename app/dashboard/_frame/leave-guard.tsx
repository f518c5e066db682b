'use client';

import { lazyOpen } from '@/app/_ui/lazy-open';
import { useAsked } from './unsaved';

const LeaveQuestion = lazyOpen(async () => (await import('./leave-question')).LeaveQuestion);

/** Asks before what is on the page is lost, whatever leaves it. */
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
      loss={leaving?.loss ?? 'form'}
      confirm={leaving?.confirm ?? ''}
      onConfirm={onConfirm}
    />
  );
}
