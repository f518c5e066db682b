'use client';

import { type PointerEvent, useRef, useState } from 'react';

/**
 * The bucket selected in all strips: under the pointer or the finger, or chosen with the keys.
 *
 * @param buckets the number of buckets
 */
export function useCursor(buckets: number) {
  const [chosen, setChosen] = useState<number | null>(null);
  const plot = useRef<HTMLDivElement>(null);
  const follow = ({ clientX }: PointerEvent) => {
    const box = plot.current?.getBoundingClientRect();
    if (!box) return;
    const nth = Math.floor((buckets * (clientX - box.left)) / box.width);
    setChosen(nth >= 0 && nth < buckets ? nth : null);
  };
  const last = buckets - 1;
  return {
    /** Null while nothing is selected. */
    at: chosen === null ? null : Math.min(chosen, last),
    /** Props for an element as wide as the buckets. */
    plot,
    pointer: {
      onPointerDown: follow,
      onPointerMove: follow,
      // Lifting a finger keeps its selection.
      onPointerLeave: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setChosen(null);
      },
    },
    keys: {
      min: 0,
      max: last,
      value: chosen === null ? last : Math.min(chosen, last),
      onFocus: () => setChosen((nth) => nth ?? last),
      onBlur: () => setChosen(null),
      onChange: ({ target }: { readonly target: HTMLInputElement }) =>
        setChosen(target.valueAsNumber),
    },
  };
}
