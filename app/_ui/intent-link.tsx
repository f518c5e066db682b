'use client';

import clsx from 'clsx';
import type { Route } from 'next';
import Link, { useLinkStatus } from 'next/link';
import { type ComponentProps, useState } from 'react';

/**
 * A link that loads its page in advance when somebody points at it or moves the focus to it. Next.js
 * would load the pages of all links in view, two requests for each.
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

/** A dot in a link whose page has not come within 200 ms. */
export function OnItsWay({ className }: { className: string }) {
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
