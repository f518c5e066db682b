import type { SlipUpdate } from '../_page/render';
import { copyOnClick, enlargeQrOnClick } from './buttons';
import { startCountdown } from './countdown';
import { returnWhenPaid } from './leave';
import { LivePage } from './live-page';
import { connectModal } from './modal';
import { connectShop } from './shop';
import { enhanceSlip, renderExpiredSlip, renderSlip, showOfflineNote } from './slip';

/** Adds the features that need JavaScript. The page also works without them. */
function start(): void {
  const slip = document.getElementById('slip');
  const offline = document.getElementById('offline');
  if (!slip || !offline) return;
  enhanceSlip(slip);
  copyOnClick(slip);
  enlargeQrOnClick(slip);
  slip.addEventListener('click', ({ target }) => {
    if ((target as Element).closest('[data-print]')) window.print();
  });
  const countdown = startCountdown(slip, () => {
    renderExpiredSlip(slip);
    void live.look();
  });
  const { invoice } = slip.dataset;
  const shop = invoice ? connectModal(slip, invoice) : connectShop(slip);
  const leaving = returnWhenPaid(slip, shop, () => live.look());
  const live = new LivePage<SlipUpdate>({
    tag: () => slip.dataset.tag ?? '',
    settled: () => /^(?:confirmed|canceled)$/.test(slip.dataset.state ?? ''),
    onUpdate(update: SlipUpdate) {
      if (update.tag !== slip.dataset.tag) {
        const before = slip.dataset.state ?? '';
        renderSlip(slip, update);
        slip.dataset.status = JSON.stringify(update.status);
        shop.sendStatus();
        leaving.drawn(before, update);
      }
      countdown.set(update.expires, update.now);
    },
    onReach: (reached) => showOfflineNote(offline, reached),
  });
  document.getElementById('no-updates')?.remove();
}

start();
