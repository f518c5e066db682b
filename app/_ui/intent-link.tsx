'use client';

import type { Route } from 'next';
import Link from 'next/link';
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
