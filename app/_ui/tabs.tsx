'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';
import { IntentLink } from './intent-link';

export const TabsRoot = Radix.Root;

export const TAB_LIST_CLASSES = 'flex gap-5 overflow-x-auto border-b';
export const TAB_CLASSES = clsx(
  '-mb-px whitespace-nowrap border-transparent border-b-2 px-0.5 py-2 font-medium text-ink-2',
  'transition-colors duration-120 ease-standard hover:text-ink -outline-offset-2',
  'aria-[current]:border-accent aria-[current]:text-ink',
);

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={clsx(TAB_LIST_CLASSES, className)} {...rest} />;
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={clsx(
        TAB_CLASSES,
        'data-[state=active]:border-accent data-[state=active]:text-ink',
        className,
      )}
      {...rest}
    />
  );
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={clsx('pt-4', className)} {...rest} />;
}

interface PageTabsProps {
  readonly label: string;
  readonly current: Route;
  readonly pages: readonly { readonly href: Route; readonly label: string }[];
}

export function PageTabs({ label, current, pages }: PageTabsProps) {
  return (
    <nav aria-label={label} className={TAB_LIST_CLASSES}>
      {pages.map((page) => (
        <IntentLink
          key={page.href}
          href={page.href}
          aria-current={page.href === current ? 'page' : undefined}
          className={TAB_CLASSES}
        >
          {page.label}
        </IntentLink>
      ))}
    </nav>
  );
}
