/** The QR code as large as the screen, which stays awake while a wallet reads it. */
export function enlargeOnClick(slip: HTMLElement): void {
  let lock: WakeLockSentinel | undefined;

  async function open(dialog: HTMLDialogElement): Promise<void> {
    const code = slip.querySelector('.slip-qr > svg');
    if (!code) return;
    if (!dialog.querySelector('svg')) dialog.prepend(code.cloneNode(true));
    dialog.showModal();
    dialog.addEventListener('close', release, { once: true });
    // Refused on low battery, for one; the code is then just large.
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
