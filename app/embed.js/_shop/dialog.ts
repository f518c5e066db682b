import type { EmbedMessage } from '@/sdk/src/embed';
import { DIALOG_CSS } from './style';

const SVG = 'http://www.w3.org/2000/svg';
const CROSS = 'M5 5l10 10M15 5L5 15';

export interface Dialog {
  readonly frame: HTMLIFrameElement;
  show(): void;
  /** The theme of the page behind the dialog. */
  theme(): 'light' | 'dark';
  /**
   * Shows the payment page, which is hidden at first. The bar gets the page's background color, and
   * the close button gets a label in the page's language.
   */
  reveal(page: Extract<EmbedMessage, { type: 'blocktally:open' }>): void;
  /** Removes the dialog. Restores the page's focus and scrollbar. */
  remove(): void;
}

/**
 * A modal dialog around the payment page. The shop's styles do not reach the dialog, because it is
 * in a shadow root. The dialog's styles are set through the CSSOM, which no Content-Security-Policy
 * restricts.
 *
 * @param onClose called when the customer closes the dialog, and after {@link Dialog.remove}
 * @throws in browsers without shadow roots, constructable style sheets, or dialogs
 */
export function makeDialog(url: string, label: string, onClose: () => void): Dialog {
  const host = document.createElement('blocktally-dialog');
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(DIALOG_CSS);
  root.adoptedStyleSheets = [sheet];

  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', label);
  dialog.setAttribute('aria-busy', 'true');
  dialog.tabIndex = -1;
  const button = closeButton();
  button.onclick = () => dialog.close();
  const frame = document.createElement('iframe');
  frame.title = label;
  frame.allow = 'clipboard-write; screen-wake-lock';
  frame.referrerPolicy = 'no-referrer';
  frame.src = url;
  dialog.append(button, frame);
  dialog.onclose = onClose;
  root.append(dialog);

  const page = document.documentElement.style;
  const { overflow, scrollbarGutter } = page;
  return {
    frame,
    show() {
      // Keeps the scrollbar's space, to prevent the page from moving.
      if (innerWidth > document.documentElement.clientWidth) page.scrollbarGutter = 'stable';
      page.overflow = 'hidden';
      document.body.append(host);
      dialog.showModal();
      // A screen reader reads the name of the focused dialog first.
      dialog.focus();
    },
    theme() {
      const themes = getComputedStyle(dialog).colorScheme;
      const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
      return /dark/.test(themes) && (prefersDark || !/light/.test(themes)) ? 'dark' : 'light';
    },
    reveal({ close_label, language, background }) {
      button.setAttribute('aria-label', close_label);
      button.lang = language;
      dialog.style.background = background;
      dialog.removeAttribute('aria-busy');
    },
    remove() {
      dialog.close();
      host.remove();
      Object.assign(page, { overflow, scrollbarGutter });
    },
  };
}

function closeButton(): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.setAttribute('aria-label', 'Close');
  const icon = document.createElementNS(SVG, 'svg');
  icon.setAttribute('viewBox', '0 0 20 20');
  icon.setAttribute('aria-hidden', 'true');
  const cross = document.createElementNS(SVG, 'path');
  cross.setAttribute('d', CROSS);
  icon.append(cross);
  button.append(icon);
  return button;
}
