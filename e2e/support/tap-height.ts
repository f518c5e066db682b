import type { Locator } from '@playwright/test';

/** In CSS pixels. */
export const MIN_TAP_HEIGHT = 44;

/** Returns the height of the area in which a tap activates the target. */
export function tapHeight(target: Locator): Promise<number> {
  return target.evaluate((element) => {
    const box = element.getBoundingClientRect();
    const x = (box.left + box.right) / 2;
    const middle = (box.top + box.bottom) / 2;
    const hits = (y: number) => element.contains(document.elementFromPoint(x, y));
    let [above, below] = [0, 0];
    while (hits(middle - above)) above += 0.5;
    while (hits(middle + below)) below += 0.5;
    return above + below;
  });
}
