import { timeLeft } from '../_page/time-left';

const TICK_MS = 1_000;

export interface Countdown {
  /** Unix times in ms by the server's clock. `expires` is null without a deadline. */
  set(expires: number | null, now: number): void;
}

/**
 * Counts down by the server's clock. At zero, calls `onEnd` every second until the page shows
 * something else.
 */
export function startCountdown(slip: HTMLElement, onEnd: () => void): Countdown {
  const { expires: given, now = '0' } = slip.dataset;
  let expires = given ? Number(given) : null;
  let ahead = Number(now) - Date.now();

  function tick(): void {
    const shown = slip.querySelector<HTMLElement>('.time-left');
    if (!shown || expires === null) return;
    const left = expires - (Date.now() + ahead);
    const time = timeLeft(left, document.documentElement.lang);
    const text = (shown.dataset.left ?? '{time}').replace('{time}', time);
    if (shown.textContent !== text) shown.textContent = text;
    if (left <= 0) onEnd();
  }

  setInterval(tick, TICK_MS);
  tick();
  return {
    set(nextExpires, serverNow) {
      expires = nextExpires;
      ahead = serverNow - Date.now();
      tick();
    },
  };
}
