import clsx from 'clsx';
import type { ReactNode } from 'react';

/** The meaning of a color. An icon and a label always accompany the color. */
export type Tone = 'pending' | 'detected' | 'confirmed' | 'idle' | 'failed';

const SHAPES: Record<Tone, ReactNode> = {
  pending: <circle cx="6" cy="6" r="4.6" strokeDasharray="2.4 1.7" />,
  detected: (
    <>
      <circle cx="6" cy="6" r="4.6" />
      <path d="M6 6V1.4A4.6 4.6 0 0 1 10.6 6Z" fill="currentColor" stroke="none" />
    </>
  ),
  confirmed: <path d="M1.8 6.4 4.7 9.2 10.2 2.8" />,
  idle: <path d="M2 6h8" />,
  failed: <path d="M2.6 2.6l6.8 6.8M9.4 2.6 2.6 9.4" />,
};

export function BadgeIcon({ tone }: { tone: Tone }) {
  return (
    <svg
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth={tone === 'confirmed' || tone === 'failed' ? 1.8 : 1.6}
      aria-hidden="true"
    >
      {SHAPES[tone]}
    </svg>
  );
}

interface Props {
  readonly tone: Tone;
  readonly children: ReactNode;
  readonly className?: string;
}

/** The label has its own element, because React cannot update a translated text with siblings. */
export function Badge({ tone, children, className }: Props) {
  return (
    <span className={clsx('badge', `tone-${tone}`, className)}>
      <BadgeIcon tone={tone} />
      <span>{children}</span>
    </span>
  );
}
