import { expect, test } from 'vitest';
import recording from './replay.json';
import { frameCaption, type PaymentRecording } from './replay-frames';

test('the replay shows a payment from its creation to its third confirmation, with a reorg', () => {
  const { frames, required_confirmations: required } = recording as PaymentRecording;
  const first = frames[0]?.blocks.at(-1)?.height ?? 0;
  expect(frames.map((frame) => frameCaption(frame, required))).toEqual([
    'Your backend creates a payment, and the customer gets its address.',
    'The payment is seen in the mempool.',
    `Block ${first + 1} is confirmation 1 of 3.`,
    `A reorg replaces block ${first + 1}. The payment is back in the mempool, and nothing is lost.`,
    `Block ${first + 3} is confirmation 1 of 3.`,
    `Block ${first + 4} is confirmation 2 of 3.`,
    `Block ${first + 5} is confirmation 3 of 3, and the payment is confirmed.`,
  ]);
});
