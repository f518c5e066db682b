'use client';

import { type FormEvent, type ReactNode, useId } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Checkbox } from '@/app/_ui/field';
import {
  CHANNEL_TOPICS,
  type ChannelTopic,
  NOTIFICATION_TOPIC_TEXTS,
} from '@/lib/domain/notification';
import { RequestError } from '../../_data/request-error';

export interface DialogOpenProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export type ChannelFieldErrors = Readonly<Record<string, string | undefined>>;

interface ChannelDialogProps extends DialogOpenProps {
  readonly title: string;
  readonly description?: string;
  readonly confirm: string;
  readonly change: {
    readonly isPending: boolean;
    readonly error: Error | null;
    readonly mutate: (given: undefined, then: { readonly onSuccess: () => void }) => void;
  };
  /** The fields that show their own errors, by their names in the request body. */
  readonly fields?: readonly string[];
  readonly children: (errors: ChannelFieldErrors) => ReactNode;
}

/** A form in a dialog, which closes once the change is stored. */
export function ChannelDialog(props: ChannelDialogProps) {
  const { title, description, confirm, open, onOpenChange, change, fields = [], children } = props;
  const form = useId();
  const { error, isPending } = change;
  const errors: ChannelFieldErrors = error instanceof RequestError ? error.fields : {};
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) change.mutate(undefined, { onSuccess: () => onOpenChange(false) });
  }
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Dialog
        title={title}
        description={description}
        stays={isPending}
        actions={
          <>
            <DialogClose asChild>
              <Button disabled={isPending}>Cancel</Button>
            </DialogClose>
            <Button type="submit" form={form} variant="primary" busy={isPending}>
              {confirm}
            </Button>
          </>
        }
      >
        <form id={form} onSubmit={submit} noValidate autoComplete="off" className="grid gap-4">
          {children(errors)}
          {error && !fields.some((name) => errors[name]) && (
            <p className="font-medium text-failed">{error.message}</p>
          )}
        </form>
      </Dialog>
    </DialogRoot>
  );
}

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
