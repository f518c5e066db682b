'use client';

import { useState } from 'react';
import { DialogRoot } from '@/app/_ui/dialog';
import type { ChannelTopic } from '@/lib/domain/notification';
import type { ChannelResponse } from '@/lib/http/mail/channel-routes';
import { useChange } from '../../_data/use-change';
import { FormDialog } from '../../_form/form-dialog';
import { TopicCheckboxes } from './topic-checkboxes';

interface Props {
  readonly channel: ChannelResponse;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function ChooseTopics({ channel: { id, name, topics }, open, onOpenChange }: Props) {
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
    <DialogRoot open={open} onOpenChange={change}>
      <FormDialog
        title={`Notifications to ${name}`}
        confirm="Save"
        change={choose}
        onSubmit={() => choose.mutate(undefined, { onSuccess: () => onOpenChange(false) })}
        fields={[]}
      >
        {() => <TopicCheckboxes chosen={chosen} onChange={setChosen} />}
      </FormDialog>
    </DialogRoot>
  );
}
