import Link from 'next/link';
import type { ComponentProps } from 'react';

/**
 * The link of a row to its page, which the keys j and k focus. The link is not prefetched, because
 * a list would load the page of each of its rows.
 */
export function RowLink(props: ComponentProps<typeof Link>) {
  return <Link {...props} data-row-link prefetch={false} />;
}
