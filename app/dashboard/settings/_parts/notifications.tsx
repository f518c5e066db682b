'use client';

import { useQuery } from '@tanstack/react-query';
import { Checkbox } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import {
  NOTIFICATION_TOPIC_TEXTS,
  NOTIFICATION_TOPICS,
  type NotificationTopic,
} from '@/lib/domain/notification';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { useFrame } from '../../_frame/frame';
import { QueryState } from '../../_list/query-state';

/** Chooses the mails that the member gets. Each checkbox saves immediately. */
export function Notifications() {
  const { email } = useFrame();
  const query = useQuery(peopleQueries.notifications());
  const change = useChange('PATCH /api/dashboard/settings/notifications', {
    ask: (topics: NotificationTopic[]) => ({ body: { topics } }),
    done: () => 'Notifications changed.',
  });
  return (
    <QueryState
      what="Your notifications"
      query={query}
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {({ mail, topics }) => {
        const shown = change.isPending ? change.variables : topics;
        return (
          <>
            <p className="text-ink-2">
              {mail
                ? `Mails go to ${email}. You always get a mail about a sign-in on a new device.`
                : 'This server sends no mail: SMTP_URL and MAIL_FROM are not set.'}
            </p>
            {NOTIFICATION_TOPICS.map((topic) => (
              <Checkbox
                key={topic}
                {...NOTIFICATION_TOPIC_TEXTS[topic]}
                checked={shown.includes(topic)}
                disabled={!mail}
                onChange={({ target: { checked } }) =>
                  change.mutate(
                    NOTIFICATION_TOPICS.filter((one) =>
                      one === topic ? checked : shown.includes(one),
                    ),
                  )
                }
              />
            ))}
          </>
        );
      }}
    </QueryState>
  );
}
