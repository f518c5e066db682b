import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Field, Input } from '@/app/_ui/field';

interface Props extends Pick<ComponentProps<'input'>, 'type' | 'step' | 'inputMode' | 'className'> {
  readonly label: string;
  /** The present value as text; empty for none. A new one replaces whatever is typed. */
  readonly text: string;
  /** @returns the value of a text that is not empty; undefined if it is wrong */
  readonly read: (text: string) => number | undefined;
  /** Says what a right text is. */
  readonly rule: string;
  readonly onChange: (value: number | null) => void;
}

/**
 * A filter that is typed. It applies on blur and on Enter, since what is typed by then is no value
 * yet. A wrong text is `:invalid`.
 */
export function TypedField({ label, text, read, rule, onChange, ...rest }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [isWrong, setIsWrong] = useState(false);
  useEffect(() => {
    if (!input.current) return;
    input.current.value = text;
    input.current.setCustomValidity('');
    setIsWrong(false);
  }, [text]);
  const apply = (field: HTMLInputElement) => {
    const meaning = (typed: string) => (typed === '' ? null : read(typed));
    // The value of a date of which a part is missing is empty.
    const value = field.validity.badInput ? undefined : meaning(field.value.trim());
    field.setCustomValidity(value === undefined ? rule : '');
    setIsWrong(value === undefined);
    if (value !== undefined && value !== meaning(text)) onChange(value);
  };
  return (
    <Field label={label} error={isWrong && rule}>
      <Input
        {...rest}
        ref={input}
        defaultValue={text}
        onBlur={({ currentTarget }) => apply(currentTarget)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget);
        }}
      />
    </Field>
  );
}

/**
 * Applies what is being typed in `form`.
 *
 * @returns the first field whose text is wrong
 */
export function applyTyped(form: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && form?.contains(focused)) focused.blur();
  return form?.querySelector<HTMLElement>(':invalid') ?? null;
}
