'use client';

import { parseAsString, useQueryStates } from 'nuqs';
import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { Select } from '@/app/_ui/select';
import type { KeyAnswer } from '@/lib/http/answers/key';
import type { TestWebhookAnswer } from '@/lib/http/answers/webhook';
import { RequestFailed } from '../../../_data/request-failed';
import { useChange } from '../../../_data/use-change';

interface Props {
  readonly keys: readonly KeyAnswer[];
  readonly onResult: (result: TestWebhookAnswer | null) => void;
}

export function TestForm({ keys, onResult }: Props) {
  const [given] = useQueryStates({ url: parseAsString.withDefault('') });
  const [url, setUrl] = useState(given.url);
  const [key, setKey] = useState(keys[0]?.id ?? '');
  const send = useChange('POST /api/dashboard/webhooks/test', {
    ask: () => ({ body: { key, webhook_url: url.trim() } }),
    quiet: true,
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (send.isPending) return;
    onResult(null);
    send.mutate(undefined, { onSuccess: onResult });
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-[56rem] gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Webhook URL"
          error={send.error && errorAt(send.error)}
          className="min-w-0 grow basis-72"
        >
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://shop.example/webhooks"
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        {keys.length > 1 && (
          <Field label="Signed by" className="basis-48 max-sm:grow">
            <Select value={key} onChange={(event) => setKey(event.target.value)}>
              {keys.map(({ id, name, network }) => (
                <option key={id} value={id}>
                  {name} ({network})
                </option>
              ))}
            </Select>
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          busy={send.isPending}
          className="mt-6 max-sm:mt-0 max-sm:w-full"
        >
          {send.isPending ? 'Sending…' : 'Send test webhook'}
        </Button>
      </div>
    </form>
  );
}

function errorAt(error: Error): string {
  return error instanceof RequestFailed
    ? (error.fields.webhook_url ?? error.message)
    : 'The test could not be sent. Reload the page and try again.';
}
