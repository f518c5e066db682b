import type { Metadata } from 'next';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import type { SearchParams } from 'nuqs/server';
import { FirstData } from '../../_data/first-data';
import { peopleQueries } from '../../_data/queries';
import { AuditLog } from './_parts/audit-log';
import { auditUrlOf, searchOf } from './_parts/audit-url';

export const metadata: Metadata = { title: 'Audit log' };

interface Props {
  readonly searchParams: Promise<SearchParams>;
}

export default async function AuditPage({ searchParams }: Props) {
  const search = searchOf(await auditUrlOf(searchParams));
  return (
    <FirstData of={[peopleQueries.audit(search)]}>
      <NuqsAdapter>
        <AuditLog />
      </NuqsAdapter>
    </FirstData>
  );
}
