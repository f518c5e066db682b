import clsx from 'clsx';
import { type ReactNode, useEffect } from 'react';

export interface Choice {
  /** Of its own in all groups. */
  readonly key: string;
  readonly shown: ReactNode;
  readonly run: () => void;
}

export interface ChoiceGroup {
  readonly name: string;
  readonly choices: readonly Choice[];
}

interface Props {
  /** The beginning of the ids of the list and its options. */
  readonly id: string;
  readonly groups: readonly ChoiceGroup[];
  /** The key of the current choice. */
  readonly current: string;
  readonly onPoint: (key: string) => void;
  readonly onRun: (choice: Choice) => void;
}

/** The list of a combobox, in groups; the focus stays in the field. */
export function Choices({ id, groups, current, onPoint, onRun }: Props) {
  useEffect(() => {
    document.getElementById(optionId(id, current))?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label="Found"
      className="-mx-2 grid max-h-[min(60dvh,26rem)] gap-3 overflow-y-auto"
    >
      {groups.map(({ name, choices }) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a listbox
        <div key={name} role="group" aria-labelledby={optionId(id, `group ${name}`)}>
          <div id={optionId(id, `group ${name}`)} className="px-2 pb-1 text-head text-ink-3">
            {name}
          </div>
          {choices.map((choice) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and the keys
            // biome-ignore lint/a11y/useFocusableInteractive: as above
            <div
              key={choice.key}
              id={optionId(id, choice.key)}
              role="option"
              aria-selected={choice.key === current}
              onClick={() => onRun(choice)}
              onPointerMove={() => choice.key !== current && onPoint(choice.key)}
              className={clsx(
                'flex min-h-9 cursor-pointer items-center rounded-badge px-2 py-1 pointer-coarse:min-h-11',
                choice.key === current && 'bg-accent-tint text-accent',
              )}
            >
              {choice.shown}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

/** The id of a choice's element, for `aria-activedescendant`. */
export function optionId(id: string, key: string): string {
  return `${id}-${key.replaceAll(' ', '_')}`;
}
