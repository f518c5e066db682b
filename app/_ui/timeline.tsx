import clsx from 'clsx';
import type { ReactNode } from 'react';
import { BadgeIcon } from './badge-icon';
import type { Tone } from './tone';

/** What happened, in order. */
export function Timeline({ children, label }: { children: ReactNode; label: string }) {
  return (
    <ol aria-label={label} className="grid">
      {children}
    </ol>
  );
}

interface Props {
  readonly tone: Tone;
  /** A RelativeTime or any `<time>`. */
  readonly time: ReactNode;
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /** What stands at the end of the line, such as a tally. */
  readonly aside?: ReactNode;
}

/** One thing that happened. A line leads on to the next. */
export function TimelineItem({ tone, time, title, children, aside }: Props) {
  return (
    <li
      className={clsx(
        'group/item relative grid grid-cols-[20px_1fr_auto] gap-x-3 pb-5',
        `tone-${tone}`,
      )}
    >
      <span
        aria-hidden="true"
        className="absolute top-6 bottom-0 left-[9.5px] w-px bg-rule-5 group-last/item:hidden"
      />
      <span className="flex size-5 items-center justify-center rounded-full bg-(--tone-bg) text-(--tone) [&>svg]:size-3">
        <BadgeIcon tone={tone} />
      </span>
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-medium">{title}</span>
          <span className="text-ink-3 text-small">{time}</span>
        </p>
        {children && <div className="min-w-0 text-ink-2">{children}</div>}
      </div>
      {aside && <div>{aside}</div>}
    </li>
  );
}
