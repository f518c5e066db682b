import type { SlipUpdate } from '../_page/render';

/** Draws the new slip in place of the old one, and says what changed. */
export function draw(slip: HTMLElement, update: SlipUpdate): void {
  const filledBefore = slip.querySelectorAll('.tally .is-filled').length;
  const hadFocus = slip.contains(document.activeElement);
  const moved = update.state !== slip.dataset.state;
  // The server's own markup, escaped there.
  slip.innerHTML = update.html;
  slip.dataset.tag = update.tag;
  slip.dataset.state = update.state;
  prepare(slip);
  fillFrom(slip, filledBefore);
  document.title = update.title;
  announce(update.say);
  if (hadFocus) slip.querySelector<HTMLElement>('h2[tabindex]')?.focus();
  if (moved && matchMedia('(pointer: coarse)').matches) navigator.vibrate?.(60);
}

/** Shows what needs a script, and puts times into the payer's own zone. */
export function prepare(slip: HTMLElement): void {
  for (const button of slip.querySelectorAll<HTMLElement>('button[hidden]')) button.hidden = false;
  const format = new Intl.DateTimeFormat(document.documentElement.lang, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  for (const time of slip.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    time.textContent = format.format(new Date(time.dateTime));
  }
}

/** The bars that are new fill from the bottom. */
function fillFrom(slip: HTMLElement, before: number): void {
  const bars = [...slip.querySelectorAll<HTMLElement>('.tally .is-filled')].slice(before);
  for (const bar of bars) bar.classList.remove('is-filled');
  // Reading a measure makes the browser draw the empty bars, from which the others then grow.
  void slip.offsetWidth;
  for (const bar of bars) bar.classList.add('is-filled');
}

/** Says something to screen readers, after whatever they are saying. */
export function announce(text: string): void {
  const line = document.getElementById('say');
  if (line) line.textContent = text;
}
