import type { ComponentProps } from 'react';
import type { DocPage } from '../_library/library';
import { markdownPath } from '../_library/links';
import { type Heading, partsOf } from '../_markdown/headings';
import { Markdown } from '../_markdown/markdown';
import { TryIt } from '../_try/try-it';
import { Neighbours } from './neighbours';

interface Props {
  readonly page: DocPage;
  readonly neighbours: ComponentProps<typeof Neighbours>;
}

/** A page: its text, and beside it its examples, or else what is on it. */
export function Article({ page, neighbours }: Props) {
  const headings = partsOf(page.markdown)
    .map(({ heading }) => heading)
    .filter(({ depth }) => depth === 2);
  if (page.aside !== undefined) {
    return (
      <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26.25rem)]">
        <Text page={page} neighbours={neighbours} />
        <aside
          aria-label="Examples"
          className="text-ui max-xl:mt-10 [&_h2]:mt-8 [&_h2]:border-0 [&_h2]:pt-0 [&_h2]:text-section xl:[&_h2:first-child]:mt-2"
        >
          {page.tryIt && <TryIt operation={page.tryIt} />}
          <Markdown markdown={page.aside} from={page.file} name="the examples" anchors={false} />
        </aside>
      </div>
    );
  }
  return (
    <div className="gap-12 xl:grid xl:grid-cols-[minmax(0,42.5rem)_minmax(0,1fr)]">
      {headings.length > 1 && <OnThisPage headings={headings} />}
      <Text page={page} neighbours={neighbours} />
    </div>
  );
}

function Text({ page, neighbours }: Props) {
  return (
    <article className="min-w-0 text-body xl:col-start-1 xl:row-start-1">
      <Markdown markdown={page.markdown} from={page.file} />
      <Neighbours {...neighbours} />
      <p className="mt-6 border-t pt-4 text-ink-3 text-small">
        <a
          href={markdownPath(page.path)}
          className="rounded-badge underline underline-offset-2 hover:text-ink"
        >
          This page as Markdown
        </a>
      </p>
    </article>
  );
}

function OnThisPage({ headings }: { headings: readonly Heading[] }) {
  return (
    <nav
      aria-label="On this page"
      className="max-xl:hidden xl:sticky xl:top-6 xl:col-start-2 xl:row-start-1 xl:max-h-[calc(100dvh-3rem)] xl:self-start xl:overflow-y-auto"
    >
      <p className="text-head text-ink-3">On this page</p>
      <ul className="mt-1.5">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="block rounded-badge py-1 text-ink-2 hover:text-ink">
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
