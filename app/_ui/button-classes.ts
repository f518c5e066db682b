import clsx from 'clsx';

export interface ButtonLook {
  readonly variant?: 'primary' | 'quiet' | 'danger' | 'plain' | undefined;
  readonly size?: 'small' | 'normal' | 'large' | undefined;
  readonly className?: string | undefined;
}

export function buttonClasses({ variant = 'quiet', size = 'normal', className }: ButtonLook) {
  return clsx('btn', `btn-${variant}`, size !== 'normal' && `btn-${size}`, className);
}
