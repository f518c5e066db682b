import clsx from 'clsx';
import type { ReactNode } from 'react';
import { BadgeIcon } from './badge-icon';
import type { Tone } from './tone';

interface Props {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly className?: string;
}

/** A status: icon, word and tint together. */
export function Badge({ tone, children, className }: Props) {
  return (
    <span className={clsx('badge', `tone-${tone}`, className)}>
      <BadgeIcon tone={tone} />
      {children}
    </span>
  );
}
