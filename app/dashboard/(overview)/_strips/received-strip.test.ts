import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ReceivedStrip } from './received-strip';
import { placesOf } from './strip-scales';
import type { Strips } from './strip-words';

/** The text of the strip for two payments, with the whole range selected. */
function wordsOf(amount: string, withoutRate: number): string {
  const received = { sats: 125_000, payments: 2, volume: { amount, without_rate: withoutRate } };
  const strips: Strips = {
    ...{ range: '30d', time_zone: 'UTC', network: 'mainnet', source: 'bitcoind' },
    ...{ display_currency: 'EUR', total: received },
    today: { ...received, start: '2026-05-03T00:00:00+00:00' },
    buckets: [
      {
        ...{ start: '2026-05-03T00:00:00+00:00', received, earlier_sats: 0, lag_minutes: 0 },
        outcomes: { created: 2, paid: 2, confirmed: 2, expired: 0 },
      },
    ],
    endpoints: { busiest: [], others: 0 },
  };
  const strip = createElement(ReceivedStrip, { strips, places: placesOf(1), at: null });
  return renderToStaticMarkup(strip).replace(/<[^>]*>/g, '');
}

test('amounts without any rate are not shown as worth zero', () => {
  expect(wordsOf('0.00', 2)).toContain('No rate');
  expect(wordsOf('0.00', 2)).not.toContain('€');
  expect(wordsOf('62.50', 1)).toContain('€62.50');
});
