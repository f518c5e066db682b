'use client';

import { Button } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { mainLandmark } from '@/app/_ui/main-landmark';
import type { EndpointAnswer } from '@/lib/http/answers/endpoint';
import { deliveryQueries } from '../../../_data/queries';
import { useChange } from '../../../_data/use-change';

interface Props {
  readonly endpoint: EndpointAnswer;
}

/** The button that pauses an endpoint, after asking, or resumes it. */
export function PauseOrResume({ endpoint: { id, paused_at: pausedAt } }: Props) {
  const resume = useChange('POST /api/dashboard/endpoints/{id}/resume', {
    ask: () => ({ id }),
    changes: [deliveryQueries.all()],
    done: ({ waited }) => `Endpoint resumed. ${counted(waited, 'delivery', 'deliveries')} due now.`,
  });
  if (!pausedAt) return <Pause id={id} />;
  // The button that had the focus is another one by then.
  const onSuccess = () => mainLandmark()?.focus();
  return (
    <Button
      variant="primary"
      busy={resume.isPending}
      onClick={() => resume.mutate(undefined, { onSuccess })}
    >
      Resume
    </Button>
  );
}

function Pause({ id }: { id: string }) {
  const pause = useChange('POST /api/dashboard/endpoints/{id}/pause', {
    ask: () => ({ id }),
    changes: [deliveryQueries.all()],
    done: () => 'Endpoint paused.',
  });
  return (
    <ConfirmDialog
      trigger={<Button>Pause</Button>}
      title="Pause this endpoint?"
      description="No attempt begins until somebody resumes it. New events wait too, and nothing is lost."
      variant="primary"
      confirm="Pause"
      busy={pause.isPending}
      onConfirm={(close) => pause.mutate(undefined, { onSettled: close })}
    >
      <p className="text-ink-2">
        Your shop is not told of payments meanwhile. Other URLs of the host still get theirs.
      </p>
    </ConfirmDialog>
  );
}
