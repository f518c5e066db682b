'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Skeleton } from '@/app/_ui/skeleton';
import type { KeyAnswer } from '@/lib/http/answers/key';
import type { SignatureReportAnswer } from '@/lib/http/answers/webhook';
import { keyQueries } from '../../../_data/queries';
import { PageHead } from '../../../_frame/page-head';
import { ListState } from '../../../_list/list-state';
import { CheckForm } from './check-form';
import { Report } from './report';

/** Takes a request as a receiver got it, and says whether its signature is right or why not. */
export function CheckSignature() {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Check a signature">
        Paste a webhook request as your endpoint got it. The answer says whether its signature is
        valid, and if not, what became of it. Nothing that you paste is stored, and no secret is
        shown.
      </PageHead>
      <ListState what="Your API keys" query={query} skeleton={<Skeleton className="h-72 w-full" />}>
        {({ data }) => <Check keys={data} />}
      </ListState>
    </>
  );
}

function Check({ keys }: { keys: readonly KeyAnswer[] }) {
  const [report, setReport] = useState<SignatureReportAnswer | null>(null);
  return (
    <div className="grid max-w-[56rem] grid-cols-[minmax(0,1fr)] gap-6">
      <CheckForm keys={keys} onReport={setReport} />
      <div aria-live="polite">{report && <Report report={report} />}</div>
    </div>
  );
}
