import type { ReactNode } from 'react';
import type { ExchangeAnswer } from '@/lib/http/answers/delivery-detail';
import { BodyText } from './body-text';
import { CopyCommand } from './copy-command';
import { curlCommand } from './curl';
import { Headers } from './headers';
import { Timings } from './timings';

const KEPT_BYTES = 4_096;

/** One exchange with a receiver: why it failed, what was sent, what came back, how long it took. */
export function Exchange({ exchange }: { exchange: ExchangeAnswer }) {
  const { url, request, response, remote_address: address, timings, cause } = exchange;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      {cause && (
        <p className="tone-failed rounded-control bg-(--tone-bg) px-3 py-2 text-(--tone)">
          {cause.message}
        </p>
      )}
      <Part
        title="Request"
        aside={request && <CopyCommand text={curlCommand(url, request)}>Copy as curl</CopyCommand>}
      >
        <p className="mono wrap-anywhere text-small">POST {url}</p>
        {request ? (
          <>
            <Headers label="Request headers" headers={request.headers} />
            <BodyText label="request body" text={request.body} />
          </>
        ) : (
          <p className="text-ink-2">
            No request was sent: there was no connection to send it over.
          </p>
        )}
      </Part>
      <Part title="Response">
        {response ? (
          <>
            <p className="mono text-small">HTTP {response.status}</p>
            <Headers label="Response headers" headers={response.headers} />
            <BodyText label="response body" text={response.body} />
            {response.body_bytes >= KEPT_BYTES && (
              <p className="text-ink-3 text-small">The first 4 KiB; the rest is not kept.</p>
            )}
          </>
        ) : (
          <p className="text-ink-2">No answer came.</p>
        )}
      </Part>
      {timings && (
        <Part title="Connection">
          <p className="text-ink-2 text-small">
            {address ? (
              <>
                Connected to <span className="mono text-ink">{address}</span>
              </>
            ) : (
              'No address was connected to.'
            )}
          </p>
          <Timings timings={timings} />
        </Part>
      )}
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, aside, children }: PartProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2.5">
      <div className="flex min-h-7 items-center justify-between">
        <h3 className="text-head text-ink-3">{title}</h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
