'use client';

import { useState } from 'react';
import type { ChannelTopic } from '@/lib/domain/notification';
import type { ChannelResponse } from '@/lib/http/mail/channel-routes';
import { useChange } from '../../_data/use-change';
import { ChannelDialog, type DialogOpenProps, TopicCheckboxes } from './channel-dialog';

export function ChooseTopics({
  channel: { id, name, topics },
  open,
  onOpenChange,
}: DialogOpenProps & { channel: ChannelResponse }) {
  const [chosen, setChosen] = useState<readonly ChannelTopic[]>(topics);
  const choose = useChange('PATCH /api/dashboard/settings/channels/{id}', {
    ask: () => ({ id, body: { topics: [...chosen] } }),
    done: () => 'Notifications changed.',
    quiet: true,
  });
  function change(next: boolean) {
    onOpenChange(next);
    setChosen(topics);
    choose.reset();
  }
  return (
    <ChannelDialog
      title={`Notifications to ${name}`}
      confirm="Save"
      open={open}
      onOpenChange={change}
      change={{
        ...choose,
        // On success, `onOpenChange` closes the dialog. `change` would also reset the chosen
        // topics.
        mutate: () => choose.mutate(undefined, { onSuccess: () => onOpenChange(false) }),
      }}
    >
      {() => <TopicCheckboxes chosen={chosen} onChange={setChosen} />}
    </ChannelDialog>
  );
}
