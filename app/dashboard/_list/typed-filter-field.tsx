import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { Field, Input } from '@/app/_ui/field';

interface Props extends Pick<ComponentProps<'input'>, 'type' | 'step' | 'inputMode' | 'className'> {
  readonly label: string;
  /** The current value as text; empty if there is none. A new value replaces typed text. */
  readonly text: string;
  /** Parses text that is not empty; undefined if it is invalid. */
  readonly read: (text: string) => number | undefined;
  /** The error message, which says what is valid. */
  readonly rule: string;
  readonly onChange: (value: number | null) => void;
}

/**
 * A filter that the user types. It applies on blur and on Enter, because the text is incomplete
 * before that. Invalid text makes the field match `:invalid`.
 */
export function TypedFilterField({ label, text, read, rule, onChange, ...rest }: Props) {
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
    // The value of an incomplete date is empty.
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
 * Applies the text that the user is typing, by taking the focus from its field.
 *
 * @returns the first field with invalid text
 */
export function applyTypedFilter(form: HTMLElement | null): HTMLElement | null {
  const focused = document.activeElement;
  if (focused instanceof HTMLInputElement && form?.contains(focused)) focused.blur();
  return form?.querySelector<HTMLElement>(':invalid') ?? null;
}
