import { copyText } from '@/app/_ui/copy-text';
import { announce } from './slip';

const COPIED_MS = 2_000;

/**
 * A click on a button with `data-copy` copies the value of that attribute, and tells screen readers
 * that it was copied. If copying fails, the text is selected for the customer to copy.
 */
export function copyOnClick(slip: HTMLElement): void {
  slip.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (!button) return;
    const { copy = '', done = '' } = button.dataset;
    if (!(await copyText(copy))) return select(slip, copy);
    if (button.dataset.copied !== undefined) return;
    const label = button.innerHTML;
    button.dataset.copied = '';
    if (!button.ariaLabel) button.textContent = done;
    announce(done);
    setTimeout(() => {
      button.innerHTML = label;
      delete button.dataset.copied;
    }, COPIED_MS);
  });
}

/** Selects an address or an amount on the payment page, and makes screen readers read it out. */
function select(slip: HTMLElement, text: string): void {
  const shown = [...slip.querySelectorAll('.address, .btc')].find(({ textContent }) =>
    textContent?.startsWith(text),
  );
  if (shown) getSelection()?.selectAllChildren(shown);
  announce(text);
}

/**
 * A click on the QR code shows it enlarged in a dialog. While the dialog is open, the screen stays
 * awake.
 */
export function enlargeQrOnClick(slip: HTMLElement): void {
  let lock: WakeLockSentinel | undefined;

  async function open(dialog: HTMLDialogElement): Promise<void> {
    const code = slip.querySelector('.slip-qr > svg');
    if (!code) return;
    if (!dialog.querySelector('svg')) dialog.prepend(code.cloneNode(true));
    dialog.showModal();
    dialog.addEventListener('close', release, { once: true });
    // The browser may refuse the lock, for example on low battery.
    lock = await navigator.wakeLock?.request('screen').catch(() => undefined);
    if (!dialog.isConnected || !dialog.open) release();
  }

  function release(): void {
    void lock?.release();
    lock = undefined;
  }

  slip.addEventListener('click', ({ target }) => {
    const element = target as Element;
    const dialog = slip.querySelector<HTMLDialogElement>('dialog');
    if (!dialog) return;
    if (element.closest('[data-enlarge]')) void open(dialog);
    else if (element.closest('[data-close]') || element === dialog) dialog.close();
  });
  new MutationObserver(() => {
    if (lock && !slip.querySelector('dialog[open]')) release();
  }).observe(slip, { childList: true });
}
