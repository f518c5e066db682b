'use client';

import clsx from 'clsx';
import {
  type ChangeEvent,
  type ComponentProps,
  createContext,
  type ReactNode,
  use,
  useEffect,
  useEffectEvent,
  useId,
} from 'react';
import { ChevronDown } from './icons';

interface FieldIds {
  readonly control: string;
  readonly describedBy: string | undefined;
  readonly invalid: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

function useFieldProps() {
  const ids = use(FieldContext);
  if (!ids) return {};
  return {
    id: ids.control,
    'aria-describedby': ids.describedBy,
    'aria-invalid': ids.invalid || undefined,
  };
}

interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  readonly children: ReactNode;
  readonly className?: string | undefined;
}

export function Field({ label, hint, error, children, className }: FieldProps) {
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

/**
 * Controls are 36 px high with 14 px text. On phones the text has 16 px, because a phone zooms in
 * when a field with smaller text gets the focus.
 */
const CONTROL_CLASSES =
  'w-full min-h-9 rounded-control border border-rule-strong bg-surface px-3 py-1.5 text-ui text-ink ' +
  'placeholder:text-ink-3 transition-[border-color] duration-120 ease-standard hover:border-ink-3 ' +
  'aria-invalid:border-failed disabled:cursor-not-allowed disabled:bg-ledger disabled:text-ink-3 ' +
  'max-sm:text-body pointer-coarse:min-h-11';

/**
 * Turns off the corrections of phone keyboards, because one wrong capital letter can make an
 * address invalid.
 */
const TO_THE_LETTER = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;

interface InputProps extends ComponentProps<'input'> {
  readonly mono?: boolean | undefined;
}

export function Input({ mono, className, ...rest }: InputProps) {
  const field = useFieldProps();
  const own = useId();
  const id = rest.id ?? field.id ?? own;
  useTypedEarly(id, rest);
  return (
    <input
      {...field}
      {...(mono && TO_THE_LETTER)}
      className={clsx(CONTROL_CLASSES, mono && 'mono', className)}
      {...rest}
      id={id}
    />
  );
}

/**
 * Calls `onChange` for text that was typed before hydration, because React sends no event for it.
 */
function useTypedEarly(id: string, { value, onChange }: ComponentProps<'input'>): void {
  const report = useEffectEvent(() => {
    const target = document.getElementById(id);
    if (!(target instanceof HTMLInputElement) || value === undefined) return;
    // Date fields are skipped, because browsers reformat their values.
    if (!/^(?:text|search|url|email|password)$/.test(target.type)) return;
    if (target.value !== value) onChange?.({ target } as ChangeEvent<HTMLInputElement>);
  });
  useEffect(() => report(), []);
}

interface TextareaProps extends ComponentProps<'textarea'> {
  readonly mono?: boolean | undefined;
}

export function Textarea({ mono, className, ...rest }: TextareaProps) {
  const field = useFieldProps();
  return (
    <textarea
      {...field}
      {...(mono && TO_THE_LETTER)}
      className={clsx(CONTROL_CLASSES, 'min-h-20 py-2', mono && 'mono break-all', className)}
      {...rest}
    />
  );
}

export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  const field = useFieldProps();
  return (
    <span className={clsx('relative inline-block w-full', className)}>
      <select {...field} className={clsx(CONTROL_CLASSES, 'appearance-none pe-9')} {...rest}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-4 text-ink-3"
      />
    </span>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
}

export function Checkbox({ label, hint, className, ...rest }: CheckboxProps) {
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
        <label htmlFor={id} className="font-medium pointer-coarse:py-3.5">
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
