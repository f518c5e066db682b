'use client';

import clsx from 'clsx';
import { usePathname } from 'next/navigation';
import { IntentLink, LinkPendingDot } from '@/app/_ui/intent-link';
import { isCurrent, NAV_GROUPS } from './nav-items';
import { NAV_NOTES } from './nav-notes';

export function Nav({ onNavigate }: { onNavigate?: () => void }) {
  const pathname = usePathname();
  return (
    <nav aria-label="Dashboard" className="grid gap-5">
      {NAV_GROUPS.map((group) => (
        <div key={group.label ?? 'first'} className="grid gap-0.5">
          {group.label && (
            <p className="px-2.5 pb-1 text-head text-ink-3" id={`nav-${group.label}`}>
              {group.label}
            </p>
          )}
          <ul aria-labelledby={group.label && `nav-${group.label}`} className="grid gap-0.5">
            {group.items.map((item) => {
              const current = isCurrent(item, pathname);
              const Note = NAV_NOTES[item.href];
              return (
                <li key={item.href}>
                  <IntentLink
                    href={item.href}
                    aria-current={current ? 'page' : undefined}
                    {...(onNavigate && { onClick: onNavigate })}
                    className={clsx(
                      'flex min-h-8 items-center rounded-control border px-2.5 py-1 pointer-coarse:min-h-11',
                      'transition-colors duration-120 ease-standard',
                      current
                        ? 'border-rule bg-surface font-semibold text-ink'
                        : 'border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
                    )}
                  >
                    {item.label}
                    <LinkPendingDot className="ms-2 me-auto" />
                    {Note && <Note />}
                  </IntentLink>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </nav>
  );
}
