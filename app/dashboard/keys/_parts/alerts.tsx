import clsx from 'clsx';
import type { Route } from 'next';
import { OctagonAlert, TriangleAlert } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { Section } from '../../_frame/section';

/** A problem, and the page on which to fix it. */
export interface Alert {
  readonly id: string;
  readonly tone: 'failed' | 'pending';
  readonly title: string;
  readonly text: string;
  readonly href: Route;
  readonly action: string;
}

export function Alerts({ alerts }: { alerts: readonly Alert[] }) {
  if (alerts.length === 0) return null;
  return (
    <Section title="Needs attention">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {alerts.map((alert) => (
          <AlertItem key={alert.id} alert={alert} />
        ))}
      </ul>
    </Section>
  );
}

function AlertItem({ alert: { tone, title, text, href, action } }: { alert: Alert }) {
  const Icon = tone === 'failed' ? OctagonAlert : TriangleAlert;
  return (
    <li
      className={clsx(
        'flex gap-3 rounded-control bg-(--tone-bg) px-3 py-2.5 text-(--tone)',
        `tone-${tone}`,
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0" />
      <div className="grid min-w-0 flex-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-center">
        <div className="min-w-0">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p className="max-w-reading text-small wrap-anywhere">{text}</p>
        </div>
        <IntentLink href={href} className="justify-self-start py-0.5 font-medium underline">
          {action}
          <span className="sr-only">: {title}</span>
        </IntentLink>
      </div>
    </li>
  );
}
