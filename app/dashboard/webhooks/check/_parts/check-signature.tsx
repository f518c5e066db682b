'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Badge, BadgeIcon, type Tone } from '@/app/_ui/badge';
import { Skeleton } from '@/app/_ui/skeleton';
import type { FindingAnswer, SignatureReportAnswer } from '@/lib/http/endpoints/webhook-answer';
import type { KeyAnswer } from '@/lib/http/keys/key-answer';
import { keyQueries } from '../../../_data/queries';
import { PageHead } from '../../../_frame/page-head';
import { QueryState } from '../../../_list/query-state';
import { CheckForm } from './check-form';

/** Checks the signature of a pasted request, and explains what is wrong with it. */
export function CheckSignature() {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Check a signature">
        Paste a webhook request as your endpoint received it, to see whether its signature is valid
        and, if not, why. Nothing you paste is stored.
      </PageHead>
      <QueryState
        what="Your API keys"
        query={query}
        skeleton={<Skeleton className="h-72 w-full" />}
      >
        {({ data }) => <Check keys={data} />}
      </QueryState>
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

type Verdict = SignatureReportAnswer['verdict'];

const VERDICTS: Readonly<Record<Verdict, readonly [Tone, string, string]>> = {
  valid: ['confirmed', 'Valid', 'Your endpoint should accept this request.'],
  untimely: [
    'pending',
    'Valid, but the timestamp is too old or too new',
    'The signature is valid, but your endpoint must reject the request because of its timestamp.',
  ],
  invalid: ['failed', 'Not valid', 'Your endpoint must reject this request.'],
};

const KINDS: Readonly<Record<FindingAnswer['kind'], readonly [Tone, string]>> = {
  ok: ['confirmed', 'OK'],
  problem: ['failed', 'Problem'],
  note: ['idle', 'Note'],
};

const TEXT_TONES: Readonly<Record<FindingAnswer['kind'], string>> = {
  ok: 'text-confirmed',
  problem: 'text-failed',
  note: 'text-ink-3',
};

/** The verdict and the findings. */
function Report({ report }: { report: SignatureReportAnswer }) {
  const [tone, word, meaning] = VERDICTS[report.verdict];
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 rounded-slip border bg-surface p-4 sm:p-6">
      <h2 className="sr-only">Result</h2>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tone}>{word}</Badge>
        <span className="text-ink-2">{meaning}</span>
      </div>
      <ul className="border-t">
        {report.findings.map((finding) => (
          <Finding key={finding.code} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function Finding({ finding: { kind, title, detail } }: { finding: FindingAnswer }) {
  const [tone, word] = KINDS[kind];
  return (
    <li className="grid grid-cols-[1rem_minmax(0,1fr)] gap-x-3 border-b py-3 last:border-b-0 last:pb-0">
      <span className={`mt-1 size-3 ${TEXT_TONES[kind]} [&_svg]:size-3`}>
        <BadgeIcon tone={tone} />
      </span>
      <div className="grid max-w-reading gap-1 wrap-anywhere">
        <p className="font-medium">
          <span className="sr-only">{word}: </span>
          {title}
        </p>
        {detail && <p className="text-ink-2">{detail}</p>}
      </div>
    </li>
  );
}
