'use client';

import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { toast } from '@/app/_ui/toast';
import type { SelectedPayments } from '@/lib/domain/chosen-payments';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { BulkOutcomesResponse } from '@/lib/http/payments/bulk-fields';
import { useChange } from '../../_data/use-change';
import { changedCount, isCancelable, uncancelableReasons } from './bulk-words';

interface Props {
  readonly chosen: SelectedPayments;
  readonly onOutcomes: (outcomes: BulkOutcomesResponse) => void;
}

/** Cancels the selected payments that the list last showed as pending and unpaid. */
export function CancelPayments({ chosen, onOutcomes }: Props) {
  const rows = [...chosen.values()];
  const ids = rows.filter(isCancelable).map(({ id }) => id);
  const cancel = useChange('POST /api/dashboard/payments/cancel', {
    ask: () => ({ body: { ids } }),
  });
  if (ids.length === 0) return null;
  const all = ids.length === rows.length;
  const which = all ? countWithNoun(ids.length, 'payment') : `${ids.length} of ${rows.length}`;
  const staying = all ? '' : `${uncancelableReasons(rows)}. `;
  return (
    <ConfirmDialog
      trigger={<Button variant="danger">{`Cancel ${which}`}</Button>}
      title={`Cancel ${which}?`}
      description={`${staying}Money that still arrives is detected and marked as late.`}
      confirm={`Cancel ${countWithNoun(ids.length, 'payment')}`}
      dismiss={ids.length === 1 ? 'Keep payment' : 'Keep payments'}
      busy={cancel.isPending}
      onConfirm={(close) =>
        cancel.mutate(undefined, {
          onSettled: close,
          onSuccess: (outcomes) => {
            const count = changedCount(outcomes);
            if (count > 0) toast.success(`${countWithNoun(count, 'payment')} canceled.`);
            onOutcomes(outcomes);
          },
        })
      }
    />
  );
}
