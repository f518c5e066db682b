import clsx from 'clsx';
import type { ComponentProps, MouseEvent } from 'react';
import { IntentLink } from './intent-link';

export interface ButtonStyle {
  readonly variant?: 'primary' | 'quiet' | 'danger' | 'plain' | undefined;
  readonly size?: 'small' | 'normal' | 'large' | undefined;
  readonly className?: string | undefined;
}

export function buttonClasses({ variant = 'quiet', size = 'normal', className }: ButtonStyle) {
  return clsx('btn', `btn-${variant}`, size !== 'normal' && `btn-${size}`, className);
}

interface ButtonProps extends ButtonStyle, Omit<ComponentProps<'button'>, 'className'> {
  readonly busy?: boolean | undefined;
}

export function Button({ variant, size, className, busy, disabled, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      className={buttonClasses({ variant, size, className })}
      aria-busy={busy || undefined}
      {...rest}
      {...((disabled || busy) && DISABLED)}
    />
  );
}

/**
 * Disables a button without the attribute `disabled`, because a button that is disabled by its own
 * click would lose the focus.
 */
const DISABLED = {
  'aria-disabled': true,
  onClick: (event: MouseEvent) => event.preventDefault(),
} as const;

interface ButtonLinkProps
  extends ButtonStyle,
    Omit<ComponentProps<typeof IntentLink>, 'className'> {}

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <IntentLink className={buttonClasses({ variant, size, className })} {...rest} />;
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  readonly label: string;
}

/** The tap area is 28 px wide and high, or 44 px on touch screens. */
export function IconButton({ label, className, disabled, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'inline-flex size-7 shrink-0 items-center justify-center rounded-control text-ink-3',
        'transition-colors duration-120 ease-standard hover:bg-ledger hover:text-ink',
        'pointer-coarse:size-11 [&>svg]:size-4',
        'aria-disabled:cursor-not-allowed aria-disabled:opacity-40',
        className,
      )}
      {...rest}
      {...(disabled && DISABLED)}
    />
  );
}
