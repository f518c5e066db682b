import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * A link that the keys j and k focus. It is not prefetched, because a list would then load every
 * row's page.
 */
export function RowLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} data-row-link prefetch={false} />;
}
