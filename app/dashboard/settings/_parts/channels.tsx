'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { toast } from '@/app/_ui/toast';
import { CHANNEL_LABELS, MAX_CHANNELS } from '@/lib/domain/channel';
import type { ChannelResponse } from '@/lib/http/mail/channel-routes';
import { channelQueries } from '../../_data/channel-queries';
import { useChange } from '../../_data/use-change';
import { QueryState } from '../../_list/query-state';

const AddChannel = loadOnFirstOpen(async () => (await import('./add-channel')).AddChannel);
const ChooseTopics = loadOnFirstOpen(async () => (await import('./choose-topics')).ChooseTopics);

/** Where notifications are sent in addition to mail. */
export function Channels() {
  const query = useQuery(channelQueries.list());
  const [open, setOpen] = useState(false);
  return (
    <QueryState what="Your channels" query={query} skeleton={<Skeleton className="h-20 w-full" />}>
      {({ data: channels }) => (
        <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-4">
          <p className="text-ink-2">
            Notifications of this merchant also go to ntfy, Slack, Discord, Telegram or Matrix,
            whether or not this server sends mail.
          </p>
          {channels.length > 0 && (
            <ul className="w-full border-rule-5 border-y">
              {channels.map((channel) => (
                <ChannelItem key={channel.id} channel={channel} />
              ))}
            </ul>
          )}
          <Button disabled={channels.length >= MAX_CHANNELS} onClick={() => setOpen(true)}>
            Add channel
          </Button>
          <AddChannel open={open} onOpenChange={setOpen} />
        </div>
      )}
    </QueryState>
  );
}

function ChannelItem({ channel }: { channel: ChannelResponse }) {
  const { id, name, kind, host, last_sent_at: sentAt } = channel;
  const { last_error: error, last_error_at: errorAt } = channel;
  const [open, setOpen] = useState(false);
  const test = useChange('POST /api/dashboard/settings/channels/{id}/test', {
    ask: () => ({ id }),
    done: ({ error: failed }) => {
      if (failed === null) return `The test has reached ${name}.`;
      toast.error(failed);
      return undefined;
    },
  });
  const remove = useChange('DELETE /api/dashboard/settings/channels/{id}', {
    ask: () => ({ id }),
    done: () => 'Channel removed.',
  });
  return (
    <li className="grid gap-2 border-b py-3 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="wrap-anywhere font-medium">{name}</p>
        {error && <Badge tone="failed">Failing</Badge>}
        {!error && sentAt && <Badge tone="confirmed">Working</Badge>}
      </div>
      <p className="text-ink-2 text-small">
        {CHANNEL_LABELS[kind]} at <span className="mono wrap-anywhere">{`${host}/…`}</span>,{' '}
        {sentAt === null ? (
          'nothing sent yet'
        ) : (
          <>
            last sent <RelativeTime iso={sentAt} />
          </>
        )}
      </p>
      {error && errorAt && (
        <p className="wrap-anywhere text-small">
          <RelativeTime iso={errorAt} />: {error}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button size="small" busy={test.isPending} onClick={() => test.mutate()}>
          Send a test<span className="sr-only"> to {name}</span>
        </Button>
        <Button size="small" onClick={() => setOpen(true)}>
          Choose notifications<span className="sr-only"> of {name}</span>
        </Button>
        <ConfirmDialog
          trigger={
            <Button size="small">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          }
          title="Remove the channel?"
          description={`${name} gets no more notifications, and its URL is deleted from this server.`}
          confirm="Remove channel"
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        />
      </div>
      <ChooseTopics channel={channel} open={open} onOpenChange={setOpen} />
    </li>
  );
}
