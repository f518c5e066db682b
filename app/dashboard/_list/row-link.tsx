import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * The keys j and k focus these links. They are not prefetched, because a list would then load the
 * page of every row.
 */
export function RowLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} data-row-link prefetch={false} />;
}
