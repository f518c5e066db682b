import type { Metadata } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { PageHead } from './_frame/page-head';
import { HOME } from './_frame/paths';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <>
      <PageHead title="Page not found" aside={false} />
      <EmptyState
        title="The dashboard has no page at this address."
        action={<ButtonLink href={HOME}>Home</ButtonLink>}
      >
        The link may be mistyped or out of date.
      </EmptyState>
    </>
  );
}
