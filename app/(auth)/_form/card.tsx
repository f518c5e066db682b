import clsx from 'clsx';
import type { Route } from 'next';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { buttonClasses } from '@/app/_ui/button';
import type { ProviderSetting } from '@/lib/settings/providers';

interface Props {
  readonly title: string;
  readonly lead?: ReactNode;
  readonly children?: ReactNode;
  readonly foot?: ReactNode;
}

export function Card({ title, lead, children, foot }: Props) {
  return (
    <section className="overflow-hidden rounded-slip border bg-surface">
      <div className="grid gap-6 p-6 sm:p-8">
        <div className="grid gap-2">
          <h1 className="text-title">{title}</h1>
          {lead && <p className="text-body wrap-anywhere text-ink-2">{lead}</p>}
        </div>
        {children}
      </div>
      {foot && <div className="border-t bg-ledger px-6 py-4 text-ink-2 sm:px-8">{foot}</div>}
    </section>
  );
}

interface NoticeProps {
  readonly tone: 'failed' | 'idle';
  readonly children: ReactNode;
}

export function Notice({ tone, children }: NoticeProps) {
  return (
    <p
      role={tone === 'failed' ? 'alert' : 'status'}
      className={clsx(
        'rounded-control px-3 py-2',
        tone === 'failed' ? 'bg-failed-bg text-failed' : 'bg-idle-bg text-idle',
      )}
    >
      {children}
    </p>
  );
}

export function OrDivider() {
  return (
    <p className="flex items-center gap-3 text-ink-3 text-small before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
      or
    </p>
  );
}

interface ProviderProps {
  readonly providers: readonly Pick<ProviderSetting, 'id' | 'name'>[];
  readonly callbackUrl: string;
  readonly children?: ReactNode;
}

/** Uses plain links. Next.js would prefetch its own links, and a prefetch would start a sign-in. */
export function ProviderLinks({ providers, callbackUrl, children }: ProviderProps) {
  if (providers.length === 0 && !children) return null;
  return (
    <div className="grid gap-3">
      <OrDivider />
      {children}
      {providers.map(({ id, name }) => (
        <a
          key={id}
          href={`/sign-in/with/${id}?callbackUrl=${encodeURIComponent(callbackUrl)}`}
          className={buttonClasses({ className: 'w-full' })}
        >
          Continue with {name}
        </a>
      ))}
    </div>
  );
}

export function TextLink({ href, children }: Readonly<{ href: Route; children: ReactNode }>) {
  return (
    <Link
      href={href}
      className="font-medium text-accent underline underline-offset-2 hover:text-accent-hover"
    >
      {children}
    </Link>
  );
}
