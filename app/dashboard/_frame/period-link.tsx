import type { Route } from 'next';
import { Button, buttonClasses } from '@/app/_ui/button';
import { ChevronLeft, ChevronRight } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';

interface Props {
  readonly to: 'before' | 'after';
  /** Null for a future period. */
  readonly href: Route | null;
  readonly label: string;
}

/** Links to the period before or after the shown one. */
export function PeriodLink({ to, href, label }: Props) {
  const Icon = to === 'before' ? ChevronLeft : ChevronRight;
  return href ? (
    <IntentLink
      href={href}
      scroll={false}
      className={buttonClasses({ className: 'month-step' })}
      aria-label={label}
    >
      <Icon aria-hidden />
    </IntentLink>
  ) : (
    <Button className="month-step" aria-label={label} disabled>
      <Icon aria-hidden />
    </Button>
  );
}
