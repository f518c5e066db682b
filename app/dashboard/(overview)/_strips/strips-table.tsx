'use client';

import { useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { attemptsText, bucketText, lagText, type Strips, volumeText } from './strip-words';

/** The strips in numbers; rendered only when first opened, since it has a thousand cells. */
export function StripsTable({ strips }: { strips: Strips }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="w-fit rounded-badge text-accent text-small hover:underline">
        As a table
      </summary>
      {isOpen && <Numbers strips={strips} />}
    </details>
  );
}

function Numbers({ strips }: { strips: Strips }) {
  const { buckets, endpoints, network, time_zone: timeZone, display_currency: currency } = strips;
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      aria-label="Activity as a table"
      className="mt-3 max-h-96 overflow-auto"
    >
      <table className="time-table">
        <caption className="sr-only">
          {`Activity on ${network}, newest first, in the time zone ${timeZone}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Received (sat)</th>
            {currency && <th scope="col">In {currency}</th>}
            <th scope="col">Previous period (sat)</th>
            <th scope="col">Created</th>
            <th scope="col">Paid</th>
            <th scope="col">Confirmed</th>
            <th scope="col">Expired</th>
            {endpoints.busiest.map(({ host }) => (
              <th scope="col" key={host} className="mono">
                {host}
              </th>
            ))}
            <th scope="col">Chain lag</th>
          </tr>
        </thead>
        <tbody>
          {buckets
            .map(({ start, ...bucket }, nth) => (
              <tr key={start}>
                <th scope="row">
                  <time dateTime={start}>{bucketText(strips, nth)}</time>
                </th>
                <td>
                  <Amount sats={bucket.received.sats} unit={false} />
                </td>
                {currency && <td>{volumeText(bucket.received, currency)}</td>}
                <td>
                  <Amount sats={bucket.earlier_sats} unit={false} />
                </td>
                <td>{bucket.outcomes.created}</td>
                <td>{bucket.outcomes.paid}</td>
                <td>{bucket.outcomes.confirmed}</td>
                <td>{bucket.outcomes.expired}</td>
                {endpoints.busiest.map(({ host, ticks }) => (
                  <td key={host}>{attemptsText(ticks[nth])}</td>
                ))}
                <td>{lagText(bucket.lag_minutes)}</td>
              </tr>
            ))
            .reverse()}
        </tbody>
      </table>
    </section>
  );
}
