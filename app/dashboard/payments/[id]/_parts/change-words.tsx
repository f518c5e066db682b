import type { ReactNode } from 'react';
import { Grouped } from '@/app/_ui/amount';
import type { Tone } from '@/app/_ui/tone';
import type { ChangeKind } from '@/lib/domain/payment-story';
import type { TimelineEntryAnswer } from '@/lib/http/answers/timeline';

export const CHANGE_TONES: Record<ChangeKind, Tone> = {
  seen: 'detected',
  underpaid: 'pending',
  more: 'detected',
  less: 'failed',
  in_block: 'detected',
  back_in_mempool: 'failed',
  replaced: 'pending',
  confirmed: 'confirmed',
  reversed: 'failed',
  lost: 'failed',
  expired: 'idle',
  canceled: 'idle',
};

const TITLES: Record<ChangeKind, string> = {
  seen: 'Paid: seen in the mempool',
  underpaid: 'Part of the money was seen',
  more: 'More money was seen',
  less: 'Some of the money is gone',
  in_block: 'In a block',
  back_in_mempool: 'Back in the mempool: a reorg took its block',
  replaced: 'Replaced by another transaction that pays as well',
  confirmed: 'Confirmed',
  reversed: 'Confirmation reversed by a reorg',
  lost: 'The money is gone: replaced, double-spent or dropped',
  expired: 'Expired',
  canceled: 'Canceled',
};

/** What a change is called; with its block where that is the news. */
export function changeTitle(entry: Extract<TimelineEntryAnswer, { kind: 'change' }>): ReactNode {
  if (entry.height === null) return TITLES[entry.what];
  if (entry.what === 'seen' || entry.what === 'in_block') {
    return (
      <>
        {entry.what === 'seen' ? 'Paid: seen in block ' : 'In block '}
        <Grouped value={entry.height} />
      </>
    );
  }
  return TITLES[entry.what];
}
