import { useState } from 'react';
import { mainLandmark } from '@/app/_ui/main-landmark';
import type { DecisionResponse } from '@/lib/http/home/home-response';

interface InboxRow {
  readonly decision: DecisionResponse;
  /** Whether the decision has been made and the row is collapsing. */
  readonly isClosing: boolean;
}

/**
 * Returns a row for each decision. A row of `before` without a decision keeps its index and is
 * marked as closing.
 */
export function mergeClosingRows(
  before: readonly InboxRow[],
  decisions: readonly DecisionResponse[],
): InboxRow[] {
  const present = new Set(decisions.map(({ payment }) => payment.id));
  const rows = decisions.map((decision) => ({ decision, isClosing: false }));
  before.forEach(({ decision }, place) => {
    if (!present.has(decision.payment.id)) rows.splice(place, 0, { decision, isClosing: true });
  });
  return rows;
}

/** Returns the rows to show, and a function that removes a row once it has collapsed. */
export function useClosingRows(decisions: readonly DecisionResponse[]) {
  const [seen, setSeen] = useState(decisions);
  const [rows, setRows] = useState(() => mergeClosingRows([], decisions));
  if (decisions !== seen) {
    setSeen(decisions);
    setRows(mergeClosingRows(rows, decisions));
  }
  const remove = (id: string) =>
    setRows((all) => all.filter((row) => !row.isClosing || row.decision.payment.id !== id));
  return { rows, remove };
}

const CLOSING_MS = 200;
const EASING = 'cubic-bezier(0.2, 0, 0, 1)';

/**
 * Collapses a row, focuses the next one, and calls `remove` at the end. Users who prefer reduced
 * motion see no animation.
 */
export function collapseRow(row: HTMLElement, remove: () => void): void {
  if (row.contains(document.activeElement)) {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    if (next instanceof HTMLElement) {
      next.tabIndex = -1;
      next.focus();
    } else {
      mainLandmark()?.focus();
    }
  }
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    remove();
    return;
  }
  row.style.overflow = 'hidden';
  const height = [`${row.offsetHeight}px`, '0px'];
  const motion = row.animate({ height }, { duration: CLOSING_MS, easing: EASING });
  motion.onfinish = () => {
    row.style.overflow = '';
    remove();
  };
}
