import clsx from 'clsx';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { IntentLink, OnItsWay } from '@/app/_ui/intent-link';
import { STRIP_RANGES, type StripRange } from '@/lib/domain/strip-times';
import type { OverviewAnswer } from '@/lib/http/overview/overview-answer';

export const DEFAULT_RANGE: StripRange = '30d';

export function isStripRange(text: unknown): text is StripRange {
  return STRIP_RANGES.some((range) => range === text);
}

const NAMES: Readonly<Record<StripRange, string>> = {
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '365d': 'A year',
};

interface Props {
  readonly overview: Pick<OverviewAnswer, 'networks' | 'network'>;
  readonly range: StripRange;
}

/** Links that choose the network and the range of the strips; they work without JavaScript. */
export function OverviewFilters({ overview, range }: Props) {
  const { networks, network } = overview;
  const href = (change: { network?: string; range?: StripRange }) =>
    `/dashboard?${new URLSearchParams({
      range: change.range ?? range,
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
        {STRIP_RANGES.map((one) => (
          <Choice key={one} href={href({ range: one })} current={one === range}>
            {NAMES[one]}
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
    <IntentLink
      href={href}
      scroll={false}
      aria-current={current || undefined}
      className={clsx(
        'relative inline-flex min-h-8 items-center rounded-control border px-2.5 font-medium text-small',
        'transition-colors duration-120 ease-standard pointer-coarse:min-h-11',
        current
          ? 'border-accent bg-accent-tint text-accent'
          : 'border-rule-strong bg-surface text-ink-2 hover:bg-sunken',
      )}
    >
      {children}
      <OnItsWay className="absolute end-1 top-1" />
    </IntentLink>
  );
}
