import { Live } from '@/app/pay/_client/live';
import { draw, showReach } from '@/app/pay/_client/slip';
import type { RefundUpdate } from '../_page/refund-update';

/** Updates the refund's state. The page also works without JavaScript. */
function start(): void {
  const slip = document.getElementById('slip');
  const offline = document.getElementById('offline');
  if (!slip || !offline) return;
  new Live<RefundUpdate>({
    tag: () => slip.dataset.tag ?? '',
    settled: () => /^(?:confirmed|dropped)$/.test(slip.dataset.state ?? ''),
    onUpdate(update) {
      if (update.tag !== slip.dataset.tag) draw(slip, update);
    },
    onReach: (reached) => showReach(offline, reached),
  });
  document.getElementById('no-updates')?.remove();
}

start();
