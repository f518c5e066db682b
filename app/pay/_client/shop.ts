import type { EmbedMessage } from '@/sdk/src/embed';

/** How the page is shown: on its own, or in a frame on a shop's page that runs our script. */
export interface ShopConnection {
  sendStatus(): void;
  /** Whether this page can return to the shop without a click. */
  canLeave(): boolean;
  leave(url: string): void;
}

export const UNFRAMED_SHOP: ShopConnection = {
  sendStatus() {},
  canLeave: () => true,
  leave: (url) => location.assign(url),
};

/**
 * In a frame, sends the parent page a message without data, and waits for a reply from an origin
 * that the API key allows. Only this origin receives updates.
 */
export function connectShop(slip: HTMLElement): ShopConnection {
  if (window.parent === window) return UNFRAMED_SHOP;
  const { shops = '', closeLabel = '' } = slip.dataset;
  let origin = '';
  document.documentElement.dataset.framed = '';

  function say(message: EmbedMessage): void {
    if (origin) window.parent.postMessage(message, origin);
  }

  const shop: ShopConnection = {
    sendStatus() {
      say({ type: 'blocktally:status', payment: JSON.parse(slip.dataset.status ?? '') });
    },
    canLeave: () => origin !== '',
    leave(url) {
      say({ type: 'blocktally:return', url });
    },
  };

  addEventListener('message', (event: MessageEvent<EmbedMessage | null>) => {
    if (event.source !== window.parent || event.data?.type !== 'blocktally:hello') return;
    if (!shops.split(' ').includes(event.origin)) return;
    origin = event.origin;
    const { dataset, lang: language } = document.documentElement;
    const { theme } = event.data;
    if (theme === 'light' || theme === 'dark') dataset.theme = theme;
    const background = getComputedStyle(document.body).backgroundColor;
    say({ type: 'blocktally:open', close_label: closeLabel, language, background });
    shop.sendStatus();
  });
  onEscape(slip, () => say({ type: 'blocktally:close' }));
  slip.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('.slip-back a');
    if (!link || !shop.canLeave()) return;
    event.preventDefault();
    shop.leave(link.href);
  });
  const ready: EmbedMessage = { type: 'blocktally:ready' };
  window.parent.postMessage(ready, '*');
  return shop;
}

/** Calls `call` on Escape, unless that closes the enlarged QR code. */
export function onEscape(slip: HTMLElement, call: () => void): void {
  addEventListener('keydown', ({ key }) => {
    if (key === 'Escape' && !slip.querySelector('dialog[open]')) call();
  });
}
