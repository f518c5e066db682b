import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * The link from a row to its page. The keys j and k focus these links. They are not prefetched,
 * because a list would load the page of each of its rows.
 */
export function RowLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} data-row-link prefetch={false} />;
}
