'use client';

import clsx from 'clsx';
import { createContext, type ReactNode, use, useId } from 'react';

interface FieldIds {
  readonly control: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** What ties a control to the label, hint and error of the field around it. */
export function useFieldProps() {
  const ids = use(FieldContext);
  if (!ids) return {};
  return {
    id: ids.control,
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.invalid || undefined,
  };
}

interface Props {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong and what to do; empty while nothing is. */
  readonly error?: ReactNode;
  /** The control: Input, Textarea or Select. */
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

/** A control with its label above, and its hint and error below. */
export function Field({ label, hint, error, children, className }: Props) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={clsx('grid gap-1', className)}>
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <FieldContext
        value={{ control: id, describedBy: describedBy || undefined, invalid: Boolean(error) }}
      >
        {children}
      </FieldContext>
      {hint && (
        <p id={`${id}-hint`} className="text-small text-ink-3">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-failed text-small font-medium">
          {error}
        </p>
      )}
    </div>
  );
}
