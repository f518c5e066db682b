import type { PaymentUpdate } from '@/sdk/src/embed';
import { onEscape, type ShopConnection, UNFRAMED_SHOP } from './shop';

const STATUSES: Readonly<Record<PaymentUpdate['status'], string>> = {
  pending: 'New',
  detected: 'Processing',
  confirmed: 'Settled',
  expired: 'Expired',
  canceled: 'Expired',
};

/**
 * In a frame, sends the shop's page the messages of a BTCPay invoice: `loaded`, `close`, each
 * status, and URLs to open. The target origin may be `*`, because the Content-Security-Policy
 * prevents other sites from framing this page.
 */
export function connectModal(slip: HTMLElement, invoiceId: string): ShopConnection {
  if (window.parent === window) return UNFRAMED_SHOP;
  const say = (message: unknown) => window.parent.postMessage(message, '*');
  const leave = (url: string) => say({ open: url });
  let last = '';
  function sendStatus(): void {
    const { status, flags }: PaymentUpdate = JSON.parse(slip.dataset.status ?? '');
    const shown = flags.includes('late') ? 'Expired' : STATUSES[status];
    if (shown !== last) say({ invoiceId, status: shown });
    last = shown;
  }
  document.documentElement.dataset.framed = '';
  onEscape(slip, () => say('close'));
  slip.addEventListener('click', (event) => {
    const selector = '.slip-back a, a[href^="bitcoin:"]';
    const link = (event.target as Element).closest<HTMLAnchorElement>(selector);
    if (!link) return;
    event.preventDefault();
    leave(link.href);
  });
  say('loaded');
  sendStatus();
  return { sendStatus, canLeave: () => true, leave };
}
