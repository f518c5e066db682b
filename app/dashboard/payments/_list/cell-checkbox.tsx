'use client';

import type { ChangeEvent } from 'react';

interface Props {
  /** Such as "Select Order 1". */
  readonly label: string;
  readonly checked: boolean;
  /** Whether some but not all rows are selected. */
  readonly partly?: boolean;
  readonly onChange: (chosen: boolean, isRange: boolean) => void;
}

/** A checkbox whose clickable area fills the table cell. */
export function CellCheckbox({ label, checked, partly = false, onChange }: Props) {
  return (
    <label className="-m-2 inline-flex cursor-pointer select-none p-2 align-middle pointer-coarse:-m-3 pointer-coarse:p-3">
      <input
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        type="checkbox"
        aria-label={label}
        checked={checked}
        onChange={(event) => onChange(event.target.checked, hasShift(event))}
        className="size-4 accent-accent pointer-coarse:size-5"
      />
    </label>
  );
}

/** Browsers report a changed checkbox as a click with modifier keys, even from the keyboard. */
function hasShift({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
