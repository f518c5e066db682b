import { Checkbox } from '@/app/_ui/field';
import {
  CHANNEL_TOPICS,
  type ChannelTopic,
  NOTIFICATION_TOPIC_TEXTS,
} from '@/lib/domain/notification';

interface TopicsProps {
  readonly chosen: readonly ChannelTopic[];
  readonly onChange: (topics: readonly ChannelTopic[]) => void;
}

export function TopicCheckboxes({ chosen, onChange }: TopicsProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1 font-medium">Notifications</legend>
      {CHANNEL_TOPICS.map((topic) => (
        <Checkbox
          key={topic}
          {...NOTIFICATION_TOPIC_TEXTS[topic]}
          checked={chosen.includes(topic)}
          onChange={({ target: { checked } }) =>
            onChange(
              CHANNEL_TOPICS.filter((one) => (one === topic ? checked : chosen.includes(one))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
