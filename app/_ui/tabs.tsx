'use client';

import clsx from 'clsx';
import { Tabs as Radix } from 'radix-ui';
import type { ComponentProps } from 'react';

export const TabsRoot = Radix.Root;

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List className={clsx('flex gap-5 overflow-x-auto border-b', className)} {...rest} />
  );
}

export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={clsx(
        '-mb-px whitespace-nowrap border-transparent border-b-2 px-0.5 py-2 font-medium text-ink-2',
        'transition-colors duration-120 ease-standard hover:text-ink -outline-offset-2',
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
