import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useId } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

/** A checkbox with its label beside it; the whole line is the target. */
export function Checkbox({ label, hint, className, ...rest }: Props) {
  const id = useId();
  return (
    <div className={clsx('flex gap-2.5', className)}>
      <input
        id={id}
        type="checkbox"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="mt-0.5 size-4 shrink-0 accent-accent pointer-coarse:size-5"
        {...rest}
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-ink-3 text-small">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
