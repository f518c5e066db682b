import { announce } from './announce';

const SAID_MS = 2_000;

/** Buttons with `data-copy` copy it and say so. */
export function copyOnClick(slip: HTMLElement): void {
  slip.addEventListener('click', async ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-copy]');
    if (!button || button.dataset.copied !== undefined) return;
    const { copy = '', done = '' } = button.dataset;
    if (!(await copyText(copy))) return;
    const label = button.innerHTML;
    button.dataset.copied = '';
    if (!button.ariaLabel) button.textContent = done;
    announce(done);
    setTimeout(() => {
      button.innerHTML = label;
      delete button.dataset.copied;
    }, SAID_MS);
  });
}

/** Without a clipboard (plain http, or inside a frame) the old way still copies. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement('textarea');
    area.value = text;
    area.readOnly = true;
    area.className = 'sr-only';
    document.body.append(area);
    area.select();
    const copied = document.execCommand('copy');
    area.remove();
    return copied;
  }
}
