'use client';

import { useState } from 'react';
import { DialogRoot } from '@/app/_ui/dialog';
import { Field, Input, Select } from '@/app/_ui/field';
import {
  CHANNEL_KINDS,
  CHANNEL_LABELS,
  type ChannelKind,
  recognizeChannel,
} from '@/lib/domain/channel';
import { CHANNEL_TOPICS, type ChannelTopic } from '@/lib/domain/notification';
import { useChange } from '../../_data/use-change';
import { type FieldErrorTexts, FormDialog } from '../../_form/form-dialog';
import { TopicCheckboxes } from './topic-checkboxes';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

const EMPTY = {
  name: '',
  url: '',
  kind: undefined as ChannelKind | undefined,
  token: '',
  chat: '',
  topics: CHANNEL_TOPICS as readonly ChannelTopic[],
};
type Values = typeof EMPTY;

/** Asks for a channel's URL or bot token, and shows the service that it recognizes in it. */
export function AddChannel({ open, onOpenChange }: Props) {
  const [values, setValues] = useState(EMPTY);
  const url = values.url.trim();
  const known = recognizeChannel(url);
  const kind = values.kind ?? known;
  const add = useChange('POST /api/dashboard/settings/channels', {
    ask: () => {
      const { name, token, chat, topics } = values;
      const more = {
        ...(kind && { kind }),
        ...(kind === 'ntfy' && token && { token }),
        ...(kind === 'telegram' && { chat }),
      };
      return { body: { name, url, topics: [...topics], ...more } };
    },
    done: () => 'Channel added. Send a test to see that it works.',
    quiet: true,
  });
  function change(next: boolean) {
    onOpenChange(next);
    if (next) return;
    add.reset();
    setValues(EMPTY);
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <FormDialog
        title="Add channel"
        description="The URL and the token are stored encrypted and not shown again."
        confirm="Add channel"
        change={add}
        onSubmit={() => add.mutate(undefined, { onSuccess: () => change(false) })}
        fields={['name', 'url', 'kind', 'token', 'chat']}
      >
        {(errors) => (
          <>
            <Field label="Name" error={errors.name}>
              <Input
                value={values.name}
                maxLength={80}
                onChange={({ target }) => setValues({ ...values, name: target.value })}
              />
            </Field>
            <Field
              label="URL, or token of a Telegram bot"
              hint="A webhook URL of Slack, Discord or a Matrix bridge, or the URL of an ntfy topic."
              error={errors.url}
            >
              <Input
                mono
                inputMode="url"
                value={values.url}
                onChange={({ target }) =>
                  setValues({ ...values, url: target.value, kind: undefined })
                }
              />
            </Field>
            {url !== '' && (
              <Service
                values={values}
                kind={kind}
                isKnown={known !== undefined}
                errors={errors}
                onChange={setValues}
              />
            )}
            <TopicCheckboxes
              chosen={values.topics}
              onChange={(topics) => setValues({ ...values, topics })}
            />
          </>
        )}
      </FormDialog>
    </DialogRoot>
  );
}

interface ServiceProps {
  readonly values: Values;
  readonly kind: ChannelKind | undefined;
  readonly isKnown: boolean;
  readonly errors: FieldErrorTexts;
  readonly onChange: (values: Values) => void;
}

function Service({ values, kind, isKnown, errors, onChange }: ServiceProps) {
  return (
    <>
      <Field
        label="Service"
        hint={
          isKnown
            ? 'Recognized by the URL or token.'
            : 'Several services use such URLs. Choose one.'
        }
        error={errors.kind}
      >
        <Select
          value={kind ?? ''}
          onChange={({ target }) =>
            onChange({ ...values, kind: CHANNEL_KINDS.find((one) => one === target.value) })
          }
        >
          {kind === undefined && <option value="">Choose a service</option>}
          {CHANNEL_KINDS.map((one) => (
            <option key={one} value={one}>
              {CHANNEL_LABELS[one]}
            </option>
          ))}
        </Select>
      </Field>
      {kind === 'ntfy' && (
        <Field
          label="Access token"
          hint="Leave empty if anyone who knows the topic may write to it."
          error={errors.token}
        >
          <Input
            mono
            value={values.token}
            onChange={({ target }) => onChange({ ...values, token: target.value })}
          />
        </Field>
      )}
      {kind === 'telegram' && (
        <Field
          label="Chat ID"
          hint="The number of the chat, or @name of a public channel. The bot must be a member."
          error={errors.chat}
        >
          <Input
            mono
            value={values.chat}
            onChange={({ target }) => onChange({ ...values, chat: target.value })}
          />
        </Field>
      )}
    </>
  );
}
