'use client';

import { useQuery } from '@tanstack/react-query';
import type { Route } from 'next';
import Link from 'next/link';
import { useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { ButtonLink } from '@/app/_ui/button-link';
import { Empty } from '@/app/_ui/empty';
import { Skeleton } from '@/app/_ui/skeleton';
import type { KeysAnswer } from '@/lib/http/answers/key';
import type { TestWebhookAnswer } from '@/lib/http/answers/webhook';
import { keyQueries } from '../../../_data/queries';
import { durationText } from '../../../_exchange/countdown-text';
import { Exchange } from '../../../_exchange/exchange';
import { CHECK_SIGNATURE } from '../../../_frame/nav-items';
import { PageHead } from '../../../_frame/page-head';
import { ListState } from '../../../_list/list-state';
import { TestForm } from './test-form';

/** Sends one synthetic event at once and shows the whole exchange. */
export function TestWebhook() {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Test webhook">
        Sends a synthetic <code className="mono">payment.confirmed</code>, signed like a real one.
        It tells whether your endpoint can be reached, reads the headers and accepts the signature.
        Nothing is stored and no payment is made.
      </PageHead>
      <ListState what="Your API keys" query={query} skeleton={<Skeleton className="h-24 w-full" />}>
        {(keys) => <Test keys={keys} />}
      </ListState>
    </>
  );
}

function Test({ keys }: { keys: KeysAnswer }) {
  const [result, setResult] = useState<TestWebhookAnswer | null>(null);
  const usable = keys.data.filter(({ state }) => state !== 'revoked');
  if (!keys.can.change) {
    return (
      <Empty title="Viewers cannot send test webhooks.">
        <p>A member or an owner of this shop can. Deliveries of real payments are yours to read.</p>
      </Empty>
    );
  }
  if (usable.length === 0) {
    return (
      <Empty
        title="There is no API key to sign with."
        action={
          <ButtonLink variant="primary" href={'/dashboard/keys' as Route}>
            Go to API keys
          </ButtonLink>
        }
      >
        <p>Webhooks are signed with the signing secret of an API key.</p>
      </Empty>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <TestForm keys={usable} onResult={setResult} />
      <div aria-live="polite">{result && <Result result={result} />}</div>
    </div>
  );
}

function Result({ result }: { result: TestWebhookAnswer }) {
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
          {status === undefined ? 'No answer' : `HTTP ${status}`}
          {exchange.timings && ` after ${durationText(exchange.timings.total_ms)}`}
        </span>
      </div>
      {delivered && (
        <p className="text-ink-2">
          The endpoint accepted the event. Whether it verified the signature, only it can tell: send
          a wrong one with the curl command below, and it must refuse.
        </p>
      )}
      <Exchange exchange={exchange} />
      <p className="text-ink-2">
        Your endpoint refuses the signature?{' '}
        <Link href={CHECK_SIGNATURE} className="text-accent underline underline-offset-2">
          Paste what it got
        </Link>{' '}
        to see what became of it.
      </p>
    </section>
  );
}
