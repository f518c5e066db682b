export interface Coalesced {
  call(): void;
  /** Nothing happens afterwards. */
  close(): void;
}

export interface CoalesceTiming {
  /** The pause after a first call, in ms. */
  readonly firstMs: number;
  /** The longest pause, in ms. */
  readonly longestMs: number;
}

/**
 * Acts at once on a call, and once for all that come in the pause after it. The pause doubles while
 * calls keep coming, so that a flood of them costs little.
 */
export function coalesce(act: () => void, { firstMs, longestMs }: CoalesceTiming): Coalesced {
  let pauseMs = 0;
  let timer: NodeJS.Timeout | undefined;
  let calledAgain = false;
  let closed = false;

  function now(): void {
    pauseMs = Math.min(pauseMs === 0 ? firstMs : pauseMs * 2, longestMs);
    timer = setTimeout(afterPause, pauseMs);
    act();
  }
  function afterPause(): void {
    timer = undefined;
    if (!calledAgain) pauseMs = 0;
    else {
      calledAgain = false;
      now();
    }
  }
  return {
    call() {
      if (closed) return;
      if (timer) calledAgain = true;
      else now();
    },
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}
