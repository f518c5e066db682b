import type { MouseEvent, ReactNode } from 'react';
import { Download } from '@/app/_ui/icons';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { BooksFileFormat } from '@/lib/http/reports/book-files';
import type { ReportResponse } from '@/lib/http/reports/report-response';
import { reportSearch } from '../../_data/report-query';
import { ensureRecentFactor } from '../../_data/retry-with-factor';
import { Section } from '../../_frame/section';

interface Props {
  readonly report: ReportResponse;
}

const FILES: readonly {
  readonly format: BooksFileFormat;
  readonly name: string;
  readonly note: string;
}[] = [
  { format: 'csv', name: 'CSV, comma', note: '1234.56, for most programs' },
  { format: 'csv-semicolon', name: 'CSV, semicolon', note: '1234,56, for European Excel' },
  { format: 'xlsx', name: 'Excel (XLSX)', note: 'With a total row' },
];

/** The files have a row for each payment and each refund. */
export function Downloads({ report }: Props) {
  const { total, network, period, time_zone: timeZone } = report;
  const search = reportSearch({
    network,
    period: period.name,
    timeZone,
  });
  return (
    <Section
      title="Download"
      note={`${countWithNoun(total.payments, 'payment')}, ${countWithNoun(total.refunds, 'refund')}`}
    >
      <ul className="report-files">
        {FILES.map(({ format, name, note }) => (
          <li key={format}>
            <a
              href={`/api/dashboard/reports/file?${search}&format=${format}`}
              download
              onClick={downloadWithFactor}
            >
              <FileName name={name} note={note} />
            </a>
          </li>
        ))}
        <li>
          <button type="button" onClick={() => window.print()}>
            <FileName name="Print or PDF" note="Totals and days" />
          </button>
        </li>
      </ul>
    </Section>
  );
}

/**
 * Downloads a file. The server may require a password or code first, because the file contains
 * names of customers.
 */
async function downloadWithFactor(event: MouseEvent<HTMLAnchorElement>): Promise<void> {
  event.preventDefault();
  const { href } = event.currentTarget;
  if (!(await ensureRecentFactor())) return;
  const link = document.createElement('a');
  link.href = href;
  link.download = '';
  link.click();
}

function FileName({ name, note }: { readonly name: string; readonly note: ReactNode }) {
  return (
    <>
      <Download aria-hidden />
      <span className="font-medium text-ink">{name}</span>
      <span className="report-file-note">{note}</span>
    </>
  );
}
