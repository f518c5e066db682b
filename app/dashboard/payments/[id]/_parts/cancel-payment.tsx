import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { useChange } from '../../../_data/use-change';

export function CancelPayment({ id, label }: { id: string; label: string }) {
  const cancel = useChange('POST /api/dashboard/payments/{id}/cancel', {
    ask: () => ({ id }),
    done: () => 'Payment canceled.',
  });
  return (
    <ConfirmDialog
      trigger={<Button>{label}</Button>}
      title="Cancel this payment?"
      description="The payment page will show that the payment is canceled. Money that still arrives at the address is detected and marked as late."
      confirm="Cancel payment"
      dismiss="Keep payment"
      busy={cancel.isPending}
      onConfirm={(close) => cancel.mutate(undefined, { onSettled: close })}
    />
  );
}
