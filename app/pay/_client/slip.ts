import { momentFormat } from '../_page/moment-format';
import type { SlipUpdate } from '../_page/render';

type Drawing = Pick<SlipUpdate, 'tag' | 'state' | 'title' | 'say' | 'html'>;

export function renderSlip(slip: HTMLElement, update: Drawing): void {
  const filledBefore = slip.querySelectorAll('.tally .is-filled').length;
  const hadFocus = slip.contains(document.activeElement);
  const moved = update.state !== slip.dataset.state;
  // Safe, because the server has escaped the markup.
  slip.innerHTML = update.html;
  slip.dataset.tag = update.tag;
  slip.dataset.state = update.state;
  enhanceSlip(slip);
  fillFrom(slip, filledBefore);
  document.title = update.title;
  announce(update.say);
  if (hadFocus) focusHeading(slip);
  if (moved && matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(60);
}

/** Shows the payment as expired. The server sent this content in advance. */
export function renderExpiredSlip(slip: HTMLElement): void {
  const sent = slip.querySelector('template');
  if (!sent) return;
  const { tag = '', state = '', title = '', say = '' } = sent.dataset;
  renderSlip(slip, { tag, state, title, say, html: sent.innerHTML });
}

/**
 * Focuses the main message, or else the title. Call it after the focused element has disappeared.
 */
export function focusHeading(slip: HTMLElement): void {
  const heading = slip.querySelector<HTMLElement>('h2') ?? slip.querySelector<HTMLElement>('h1');
  heading?.focus();
}

/** Shows the buttons that need JavaScript, and converts times to the customer's time zone. */
export function enhanceSlip(slip: HTMLElement): void {
  for (const button of slip.querySelectorAll<HTMLElement>('button[hidden]')) button.hidden = false;
  const format = momentFormat(document.documentElement.lang);
  for (const time of slip.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.textContent = format.format(new Date(time.dateTime));
  }
}

/** Animates the filled confirmation bars, except the first `before` bars. */
function fillFrom(slip: HTMLElement, before: number): void {
  const bars = [...slip.querySelectorAll<HTMLElement>('.tally .is-filled')].slice(before);
  for (const bar of bars) bar.classList.remove('is-filled');
  // Forces a layout with empty bars, without which the transition would not run.
  void slip.offsetWidth;
  for (const bar of bars) bar.classList.add('is-filled');
}

/** Shows a note while the server cannot be reached, and announces each change. */
export function showOfflineNote(offline: HTMLElement, reached: boolean): void {
  if (offline.hidden === reached) return;
  offline.hidden = reached;
  announce(reached ? document.title : (offline.textContent ?? ''));
}

export function announce(text: string): void {
  const line = document.getElementById('say');
  if (line) line.textContent = text;
}
