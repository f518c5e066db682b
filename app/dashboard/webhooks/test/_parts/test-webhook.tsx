'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { type FormEvent, useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button, ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { Field, Input, Select } from '@/app/_ui/field';
import { IntentLink } from '@/app/_ui/intent-link';
import { Skeleton } from '@/app/_ui/skeleton';
import { durationText } from '@/app/_ui/time-text';
import { EVENT_TYPES, type EventType } from '@/lib/domain/event-types';
import type { TestWebhookResponse } from '@/lib/http/endpoints/webhook-response';
import type { KeyResponse, KeysResponse } from '@/lib/http/keys/key-response';
import { keyQueries } from '../../../_data/queries';
import { fieldErrorMessage } from '../../../_data/request-error';
import { useChange } from '../../../_data/use-change';
import { HttpExchange } from '../../../_exchange/http-exchange';
import { PageHead } from '../../../_frame/page-head';
import { CHECK_SIGNATURE, KEYS } from '../../../_frame/paths';
import { QueryState } from '../../../_list/query-state';

export function TestWebhook() {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Test webhook">
        Sends a sample event, signed like a real one, and shows whether your endpoint accepts it.
        Nothing is stored.
      </PageHead>
      <QueryState
        what="Your API keys"
        query={query}
        skeleton={<Skeleton className="h-24 w-full" />}
      >
        {(keys) => <Test keys={keys} />}
      </QueryState>
    </>
  );
}

function Test({ keys }: { keys: KeysResponse }) {
  const [result, setResult] = useState<TestWebhookResponse | null>(null);
  const usable = keys.data.filter(({ state }) => state !== 'revoked');
  if (!keys.can.change) {
    return (
      <EmptyState title="Viewers cannot send test webhooks.">
        <p>Ask a member or an owner. You can view the deliveries of real payments.</p>
      </EmptyState>
    );
  }
  if (usable.length === 0) {
    return (
      <EmptyState
        title="No API key to sign with."
        action={
          <ButtonLink variant="primary" href={KEYS}>
            Go to API keys
          </ButtonLink>
        }
      >
        <p>Webhooks are signed with the signing secret of an API key.</p>
      </EmptyState>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TestForm keys={usable} onResult={setResult} />
      <div aria-live="polite">{result && <Result result={result} />}</div>
    </div>
  );
}

function Result({ result }: { result: TestWebhookResponse }) {
  const { exchange, delivered } = result;
  const status = exchange.response?.status;
  return (
    <section className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-5 rounded-slip border bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="sr-only">Result</h2>
        <Badge tone={delivered ? 'confirmed' : 'failed'}>
          {delivered ? 'Delivered' : 'Not delivered'}
        </Badge>
        <span className="text-ink-2">
          {status === undefined ? 'No response' : `HTTP ${status}`}
          {exchange.timings && ` after ${durationText(exchange.timings.total_ms)}`}
        </span>
      </div>
      {delivered && (
        <p className="text-ink-2">
          The endpoint accepted the event. To check that it verifies signatures, send a wrong
          signature with the curl command below. The endpoint must reject it.
        </p>
      )}
      <HttpExchange exchange={exchange} />
      <p className="text-ink-2">
        Your endpoint rejects the signature?{' '}
        <IntentLink href={CHECK_SIGNATURE} className="text-accent underline underline-offset-2">
          Check the request it received
        </IntentLink>
      </p>
    </section>
  );
}

interface Props {
  readonly keys: readonly KeyResponse[];
  readonly onResult: (result: TestWebhookResponse | null) => void;
}

function TestForm({ keys, onResult }: Props) {
  const [given] = useQueryStates({ url: parseAsString.withDefault('') });
  const [url, setUrl] = useState(given.url);
  const [chosen, setChosen] = useState('');
  const [event, setEvent] = useState<EventType>('payment.confirmed');
  // The chosen key may have been revoked since.
  const key = (keys.find(({ id }) => id === chosen) ?? keys[0])?.id ?? '';
  const send = useChange('POST /api/dashboard/webhooks/test', {
    ask: () => ({ body: { key, webhook_url: url.trim(), event } }),
    refetches: false,
    quiet: true,
  });
  function submit(submission: FormEvent) {
    submission.preventDefault();
    if (send.isPending) return;
    onResult(null);
    send.mutate(undefined, { onSuccess: onResult });
  }
  return (
    <form onSubmit={submit} noValidate className="grid max-w-[56rem] gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label="Webhook URL"
          error={fieldErrorMessage('webhook_url', send.error)}
          className="min-w-0 grow basis-72"
        >
          <Input
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://shop.example/webhooks"
            value={url}
            onChange={({ target }) => setUrl(target.value)}
          />
        </Field>
        <Field label="Event" className="grow basis-48">
          <Select value={event} onChange={({ target }) => setEvent(target.value as EventType)}>
            {EVENT_TYPES.map((type) => (
              <option key={type}>{type}</option>
            ))}
          </Select>
        </Field>
        {keys.length > 1 && (
          <Field label="API key" className="grow basis-64">
            <Select value={key} onChange={({ target }) => setChosen(target.value)}>
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
