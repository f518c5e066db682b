'use client';

import { useRouter } from 'next/navigation';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { Fact, FactList } from '@/app/_ui/facts';
import { mainLandmark } from '@/app/_ui/main-landmark';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type {
  EndpointDetailResponse,
  EndpointResponse,
} from '@/lib/http/endpoints/endpoint-response';
import { useChange } from '../../../_data/use-change';
import { WEBHOOKS } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { RotateDialog } from '../../../keys/_parts/rotate-dialog';

export function EndpointSettingsSection({
  endpoint: { id, events, network, can },
}: {
  endpoint: EndpointDetailResponse;
}) {
  const router = useRouter();
  const remove = useChange('POST /api/dashboard/endpoints/{id}/remove', {
    ask: () => ({ id }),
    answerFirst: true,
    done: () => 'Endpoint removed.',
  });
  return (
    <Section title="Settings">
      <FactList>
        <Fact name="Events">{events?.join(', ')}</Fact>
        <Fact name="Payments on">{network ?? 'every network'}</Fact>
      </FactList>
      {can.administer && (
        <div className="flex flex-wrap gap-2">
          <RotateDialog
            what="signing secret"
            endpoint="POST /api/dashboard/endpoints/{id}/signing-secret/rotate"
            id={id}
            explanation="A new secret replaces the current one. Until the overlap ends, webhooks to this endpoint are signed with both."
          />
          <ConfirmDialog
            trigger={
              <Button size="small" variant="danger">
                Remove
              </Button>
            }
            title="Remove this endpoint?"
            description="Once the endpoint is removed, only events of payments with this webhook URL are sent here. Pending events are still sent."
            confirm="Remove"
            busy={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSuccess: () => router.push(WEBHOOKS) })}
          >
            {null}
          </ConfirmDialog>
        </div>
      )}
    </Section>
  );
}

interface Props {
  readonly endpoint: EndpointResponse;
}

export function PauseOrResume({ endpoint: { id, paused_at: pausedAt } }: Props) {
  const resume = useChange('POST /api/dashboard/endpoints/{id}/resume', {
    ask: () => ({ id }),
    done: ({ waited }) =>
      `Endpoint resumed. ${countWithNoun(waited, 'delivery', 'deliveries')} due now.`,
  });
  if (!pausedAt) return <Pause id={id} />;
  // The focused button disappears when sending resumes, so the main content gets the focus.
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
    done: () => 'Endpoint paused.',
  });
  return (
    <ConfirmDialog
      trigger={<Button>Pause</Button>}
      title="Pause this endpoint?"
      description="Blocktally sends nothing until somebody resumes the endpoint. New events wait too, and nothing is lost."
      variant="primary"
      confirm="Pause"
      busy={pause.isPending}
      onConfirm={(close) => pause.mutate(undefined, { onSettled: close })}
    >
      <p className="text-ink-2">
        Until you resume it, this endpoint receives no webhooks. Other endpoints on the same host
        are not affected.
      </p>
    </ConfirmDialog>
  );
}
