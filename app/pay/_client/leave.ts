import type { SlipUpdate } from '../_page/render';
import { RETURN_DELAY_SECONDS } from '../_page/return-delay-seconds';
import type { ShopConnection } from './shop';
import { announce, focusHeading } from './slip';

const TICK_MS = 1_000;
/**
 * These keys do not cancel the automatic return, because they begin commands of browsers and screen
 * readers.
 */
const MODIFIERS = ['Shift', 'Control', 'Alt', 'Meta', 'CapsLock', 'Fn', 'AltGraph'];

export interface AutoReturn {
  /** Called after the page has drawn an update. `before` is the payment's previous state. */
  drawn(before: string, update: SlipUpdate): void;
}

/**
 * A few seconds after the payment arrives, returns to the shop. Time in the background does not
 * count. A key, a touch, or a payment that is no longer paid cancels the return. A page that is
 * opened after the payment stays. In a frame, only the shop's script can return.
 *
 * @param look fetches and draws the payment's current state
 */
export function returnWhenPaid(
  slip: HTMLElement,
  shop: ShopConnection,
  look: () => Promise<void>,
): AutoReturn {
  const bar = document.getElementById('leaving');
  const seconds = bar?.querySelector('[data-seconds]');
  if (!bar || !seconds) return { drawn() {} };
  let timer = 0;
  let left = 0;
  let over = false;

  function end(): void {
    clearInterval(timer);
    const hadFocus = bar?.contains(document.activeElement);
    if (bar) bar.hidden = true;
    if (hadFocus) focusHeading(slip);
  }

  function stay(): void {
    if (bar?.hidden) return;
    over = true;
    end();
  }

  function count(to: number): void {
    left = to;
    if (seconds) seconds.textContent = String(left);
  }

  async function tick(): Promise<void> {
    if (document.hidden) return;
    count(left - 1);
    if (left > 0) return;
    clearInterval(timer);
    await look();
    const link = slip.querySelector<HTMLAnchorElement>('.slip-back a');
    if (bar?.hidden || !link || !isPaid(slip.dataset.state)) return;
    stay();
    shop.leave(link.href);
  }

  addEventListener('keydown', ({ key }) => {
    if (!MODIFIERS.includes(key)) stay();
  });
  addEventListener('pointerdown', stay);
  // A screen reader may press the button without a key or pointer event.
  bar.addEventListener('click', stay);

  return {
    drawn(before, { returns, say }) {
      if (!returns) return end();
      if (over || !bar.hidden || isPaid(before) || !shop.canLeave()) return;
      count(RETURN_DELAY_SECONDS);
      timer = window.setInterval(() => void tick(), TICK_MS);
      bar.hidden = false;
      announce(`${say} ${bar.dataset.say}`);
    },
  };
}

function isPaid(state: string | undefined): boolean {
  return state === 'seen' || state === 'confirmed';
}
