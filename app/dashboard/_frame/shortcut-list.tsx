'use client';

import { Dialog, DialogRoot } from '@/app/_ui/dialog';
import { Checkbox } from '@/app/_ui/field';
import { NAV_GROUPS } from './nav-items';

const SHORTCUTS: readonly (readonly [keys: readonly string[], does: string])[] = [
  [['Ctrl', 'K'], 'Command palette (on a Mac: ⌘ K)'],
  [['/'], 'Search'],
  [['j'], 'Next row'],
  [['k'], 'Previous row'],
  [['Enter'], 'Open row'],
  [['x'], 'Select row'],
  [['c'], 'Create payment'],
  [['Esc'], 'Close'],
  [['?'], 'Show shortcuts'],
  ...NAV_GROUPS.flatMap(({ items }) => items).flatMap(({ letter, label }) =>
    letter ? [[['g', letter], `Go to ${label}`] as const] : [],
  ),
];

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly enabled: boolean;
  readonly onEnable: (enabled: boolean) => void;
}

export function ShortcutList({ open, onOpenChange, enabled, onEnable }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Dialog title="Keyboard shortcuts">
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 border-b pb-4">
          {SHORTCUTS.map(([keys, does]) => (
            <div key={does} className="contents">
              <dt className="flex gap-1">
                {keys.map((key) => (
                  <kbd
                    key={key}
                    className="mono min-w-7 rounded-badge border border-rule-5 bg-ledger px-1.5 py-0.5 text-center text-small"
                  >
                    {key}
                  </kbd>
                ))}
              </dt>
              <dd className="text-ink-2">{does}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label="Enable shortcuts"
          hint="Turn shortcuts off if they interfere with a screen reader or voice control. Saved in this browser."
          checked={enabled}
          onChange={(event) => onEnable(event.target.checked)}
        />
      </Dialog>
    </DialogRoot>
  );
}
