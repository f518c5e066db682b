import clsx from 'clsx';
import type { Element, Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ComponentProps } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CodeBlock } from '@/app/_ui/code-block';
import type { CompiledDocsPage } from '../_compile/docs-files';
import { nodeText } from '../_compile/node-text';
import { TryIt } from '../_try/try-it';
import { Disclosure } from './docs-frame';
import { PreviousNextLinks } from './nav';
import { Outline } from './outline';

/** A documentation page. Wide screens show the page's examples at the side, or else its outline. */
export function Article({ url, page }: { url: string; page: CompiledDocsPage }) {
  const { body, examples, toc, tryIt } = page;
  return (
    <div
      className={clsx(
        'xl:grid',
        examples
          ? 'gap-10 xl:grid-cols-[minmax(0,1fr)_minmax(0,26.25rem)]'
          : 'gap-12 xl:grid-cols-[minmax(0,42.5rem)_minmax(0,1fr)]',
      )}
    >
      <div className="min-w-0">
        {toc.length > 1 && (
          <Disclosure title="On this page" className={clsx('mb-6', !examples && 'xl:hidden')}>
            <ul>
              {toc.map(({ url, title }) => (
                <li key={url}>
                  <a href={url} className="block rounded-badge py-2 text-ink-2 hover:text-ink">
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </Disclosure>
        )}
        <article className="min-w-0 text-body">
          <Prose tree={body} />
          <PreviousNextLinks current={url} />
          <p className="mt-6 border-t pt-4 text-ink-3 text-small">
            <a
              href={`${url}.md`}
              className="rounded-badge underline underline-offset-2 hover:text-ink"
            >
              View as Markdown
            </a>
          </p>
        </article>
      </div>
      {examples ? (
        <aside aria-label="Examples" className="prose-examples text-ui max-xl:mt-10">
          {tryIt && <TryIt operation={tryIt} />}
          <Prose tree={examples} />
        </aside>
      ) : (
        toc.length > 1 && <Outline items={toc} />
      )}
    </div>
  );
}

function Prose({ tree }: { tree: Root }) {
  const components = { pre: Code, table: Table };
  return (
    <div className="prose">
      {toJsxRuntime(tree, { Fragment, jsx, jsxs, components, passNode: true })}
    </div>
  );
}

interface Labeled {
  /** The accessible name that rehype-docs-layout.ts has set. */
  readonly 'data-label'?: string;
  readonly node?: Element;
}

function Code({ 'data-label': label = 'code', node, children }: ComponentProps<'pre'> & Labeled) {
  return (
    <CodeBlock className="mt-4" code={nodeText(node)} label={label}>
      {children}
    </CodeBlock>
  );
}

/** A table that scrolls on narrow screens, also with the keyboard. */
function Table({ 'data-label': label, node: _, ...props }: ComponentProps<'table'> & Labeled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="mt-4 overflow-x-auto -outline-offset-2">
      <table {...props} />
    </section>
  );
}
