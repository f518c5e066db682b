import type { EmbedEvents } from '@/sdk/src/embed';
import { open } from './open';

window.Blocktally ??= { open };

/** Links with `data-blocktally` open in a dialog and dispatch events about the payment. */
document.addEventListener('click', (event) => {
  const link = (event.target as Element).closest?.<HTMLAnchorElement>('a[data-blocktally]');
  if (!link || event.defaultPrevented || event.button > 0) return;
  // With one of these keys, the customer wants a new tab, a new window or a download.
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  if (!/^https?:$/.test(link.protocol)) return;
  event.preventDefault();
  open(link.href, {
    label: link.getAttribute('aria-label') || link.textContent?.trim(),
    onStatus: (payment) => tell(link, 'blocktally:status', payment),
    onReturn: (url) => {
      if (tell(link, 'blocktally:return', url)) location.assign(url);
    },
    onClose: (last) => tell(link, 'blocktally:close', last),
  });
});

/**
 * Dispatches an event on the link, or on the document if the shop has removed the link.
 *
 * @returns false if a listener prevented the default action
 */
function tell<T extends keyof EmbedEvents>(
  link: HTMLElement,
  type: T,
  detail: EmbedEvents[T]['detail'],
): boolean {
  const target = link.isConnected ? link : document;
  return target.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true }));
}
