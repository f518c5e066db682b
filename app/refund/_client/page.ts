import { LivePage } from '@/app/pay/_client/live-page';
import { renderSlip, showOfflineNote } from '@/app/pay/_client/slip';
import type { RefundUpdate } from '../_page/refund-update';

/** Updates the refund's state. The page also works without JavaScript. */
function start(): void {
  const slip = document.getElementById('slip');
  const offline = document.getElementById('offline');
  if (!slip || !offline) return;
  new LivePage<RefundUpdate>({
    tag: () => slip.dataset.tag ?? '',
    settled: () => /^(?:confirmed|dropped)$/.test(slip.dataset.state ?? ''),
    onUpdate(update) {
      if (update.tag !== slip.dataset.tag) renderSlip(slip, update);
    },
    onReach: (reached) => showOfflineNote(offline, reached),
  });
  document.getElementById('no-updates')?.remove();
}

start();
