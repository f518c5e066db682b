import clsx from 'clsx';
import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import type { OverviewAnswer } from '@/lib/http/answers/overview';

/** The ranges of the chart, in days. */
const DAY_COUNTS = [7, 30, 90] as const;
export const DEFAULT_DAYS = 30;

export function isDayCount(text: unknown): boolean {
  return DAY_COUNTS.some((count) => String(count) === text);
}

/** Links that choose the network and the range; they work without JavaScript. */
export function OverviewFilters({ overview }: { overview: OverviewAnswer }) {
  const { networks, network } = overview;
  const days = overview.days.length;
  const href = (change: { network?: string; days?: number }) =>
    `/dashboard?${new URLSearchParams({
      days: String(change.days ?? days),
      ...(networks.length > 1 && { network: change.network ?? network ?? '' }),
    })}` as Route;
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-2">
      {networks.length > 1 && (
        <Choices label="Network">
          {networks.map((name) => (
            <Choice key={name} href={href({ network: name })} current={name === network}>
              {name}
            </Choice>
          ))}
        </Choices>
      )}
      <Choices label="Range">
        {DAY_COUNTS.map((count) => (
          <Choice key={count} href={href({ days: count })} current={count === days}>
            {count} days
          </Choice>
        ))}
      </Choices>
    </div>
  );
}

function Choices({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className="flex flex-wrap gap-1">
      {children}
    </nav>
  );
}

interface ChoiceProps {
  readonly href: Route;
  readonly current: boolean;
  readonly children: ReactNode;
}

function Choice({ href, current, children }: ChoiceProps) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={current || undefined}
      className={clsx(
        'inline-flex min-h-8 items-center rounded-control border px-2.5 font-medium text-small',
        'transition-colors duration-120 ease-standard pointer-coarse:min-h-11',
        current
          ? 'border-accent bg-accent-tint text-accent'
          : 'border-rule-strong bg-surface text-ink-2 hover:bg-sunken',
      )}
    >
      {children}
    </Link>
  );
}
