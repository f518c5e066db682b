import { Badge } from '@/app/_ui/badge';
import { BadgeIcon } from '@/app/_ui/badge-icon';
import type { Tone } from '@/app/_ui/tone';
import type { FindingAnswer, SignatureReportAnswer } from '@/lib/http/answers/webhook';

type Verdict = SignatureReportAnswer['verdict'];

const VERDICTS: Readonly<Record<Verdict, readonly [Tone, string, string]>> = {
  valid: ['confirmed', 'Valid', 'A receiver that is set up right accepts this request now.'],
  untimely: [
    'pending',
    'Valid, but not of these minutes',
    'The signature is right. A receiver that got it now must refuse it for its timestamp.',
  ],
  invalid: ['failed', 'Not valid', 'A receiver must refuse this request.'],
};

const KINDS: Readonly<Record<FindingAnswer['kind'], readonly [Tone, string]>> = {
  ok: ['confirmed', 'As it should be'],
  problem: ['failed', 'Wrong'],
  note: ['idle', 'Note'],
};

const TEXT_TONES: Readonly<Record<FindingAnswer['kind'], string>> = {
  ok: 'text-confirmed',
  problem: 'text-failed',
  note: 'text-ink-3',
};

/** The verdict, and everything that was seen, with what to do about it. */
export function Report({ report }: { report: SignatureReportAnswer }) {
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
          <Seen key={finding.code} finding={finding} />
        ))}
      </ul>
    </section>
  );
}

function Seen({ finding: { kind, title, detail } }: { finding: FindingAnswer }) {
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
