import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { PrefetchedQueries } from '../../_data/prefetched-queries';
import { peopleQueries } from '../../_data/queries';
import { AuditLog } from './_parts/audit-log';
import { auditLogSearch, loadAuditUrl } from './_parts/audit-url';

export const metadata: Metadata = { title: 'Audit log' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function AuditPage({ searchParams }: Props) {
  const search = auditLogSearch(await loadAuditUrl(searchParams));
  return (
    <PrefetchedQueries of={[peopleQueries.audit(search)]}>
      <NuqsAdapter>
        <AuditLog />
      </NuqsAdapter>
    </PrefetchedQueries>
  );
}
