'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import Link, { useLinkStatus } from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link that prefetches its page on hover and focus. A plain Next.js link would prefetch the page
 * as soon as the link is visible, with two requests.
 */
export function IntentLink(props: ComponentProps<typeof Link<Route>>) {
  const [intended, setIntended] = useState(false);
  const intend = () => setIntended(true);
  return (
    <Link
      {...props}
      prefetch={intended ? 'auto' : false}
      onPointerEnter={intend}
      onFocus={intend}
    />
  );
}

/** A dot that appears if the link's page has not loaded within 200 ms. */
export function LinkPendingDot({ className }: { className: string }) {
  const { pending } = useLinkStatus();
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'size-1.5 rounded-full bg-accent transition-opacity',
        pending ? 'opacity-100 delay-200' : 'opacity-0',
        className,
      )}
    />
  );
}
