'use client';

import { Badge } from '@/app/_ui/badge';
import { Button, ButtonLink } from '@/app/_ui/button';
import { NewTabLink } from '@/app/_ui/new-tab-link';
import type { ShopResponse, TestOrderResponse } from '@/lib/http/shops/shop-response';
import { useChange } from '../../_data/use-change';
import { paymentPage } from '../../_frame/paths';

/** Creates an order as the plugin would, and pays it on the sandbox. */
export function TestOrder({ shop }: { shop: ShopResponse }) {
  const order = useChange('POST /api/dashboard/shops/{id}/test-order', {
    ask: () => ({ id: shop.id }),
    answerFirst: true,
  });
  return (
    <div className="grid justify-items-start gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Button busy={order.isPending} onClick={() => order.mutate()}>
          Create a test order
        </Button>
        <p className="text-ink-2 text-small">Uses the same requests as {shop.label}.</p>
      </div>
      <div aria-live="polite" className="w-full">
        {order.data && <Result order={order.data} />}
      </div>
    </div>
  );
}

function Result({ order }: { order: TestOrderResponse }) {
  const { calls, payment_id: paymentId, checkout_url: url, refusal, sandbox } = order;
  return (
    <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-3 rounded-slip border border-rule-5 border-dashed bg-ledger p-4">
      <ul className="grid gap-1">
        {calls.map(({ call, status }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a call may repeat, and the list is complete
          <li key={place} className="flex items-center justify-between gap-2">
            <span className="mono min-w-0 wrap-anywhere text-small">{call}</span>
            <Badge tone={status === 200 ? 'confirmed' : 'failed'}>{status}</Badge>
          </li>
        ))}
      </ul>
      {refusal && <p className="text-failed">{refusal}</p>}
      {paymentId && (
        <div className="flex flex-wrap items-center gap-2">
          {sandbox && <PayOrder id={paymentId} />}
          <ButtonLink href={paymentPage(paymentId)}>View payment</ButtonLink>
          {url && <NewTabLink href={url} label="Open payment page" />}
        </div>
      )}
    </div>
  );
}

function PayOrder({ id }: { id: string }) {
  const pay = useChange('POST /api/dashboard/payments/{id}/simulate', {
    ask: () => ({ id, body: { action: 'pay' } }),
    done: () => 'Paid on the sandbox.',
  });
  return (
    <Button
      variant="primary"
      busy={pay.isPending}
      disabled={pay.isSuccess}
      onClick={() => pay.mutate()}
    >
      {pay.isSuccess ? 'Paid' : 'Pay it on the sandbox'}
    </Button>
  );
}
