import type { Element, Root } from 'hast';
import { toJsxRuntime } from 'hast-util-to-jsx-runtime';
import type { ComponentProps } from 'react';
import { Fragment, jsx, jsxs } from 'react/jsx-runtime';
import { CodeBlock } from '@/app/_ui/code-block';
import type { CompiledPage } from '../_compile/compiled-page';
import { textOf } from '../_compile/text-of';
import { TryIt } from '../_try/try-it';
import { Neighbours } from './nav';
import { FoldedOutline, Outline } from './outline';

/** A page: its text, and beside it the examples, or else the outline. */
export function Article({ page }: { page: CompiledPage }) {
  const outline = page.outline.length > 1 ? page.outline : [];
  if (page.aside !== undefined) {
    return (
      <div className="gap-10 xl:grid xl:grid-cols-[minmax(0,1fr)_minmax(0,26.25rem)]">
        <div className="min-w-0">
          <FoldedOutline items={outline} />
          <Text page={page} />
        </div>
        <aside aria-label="Examples" className="prose-examples text-ui max-xl:mt-10">
          {page.tryIt && <TryIt operation={page.tryIt} />}
          <Prose tree={page.aside} />
        </aside>
      </div>
    );
  }
  return (
    <div className="gap-12 xl:grid xl:grid-cols-[minmax(0,42.5rem)_minmax(0,1fr)]">
      <Outline items={outline} />
      <div className="min-w-0 xl:col-start-1 xl:row-start-1">
        <FoldedOutline items={outline} className="xl:hidden" />
        <Text page={page} />
      </div>
    </div>
  );
}

function Text({ page }: { page: CompiledPage }) {
  return (
    <article className="min-w-0 text-body">
      <Prose tree={page.body} />
      <Neighbours current={page.path} />
      <p className="mt-6 border-t pt-4 text-ink-3 text-small">
        <a
          href={`${page.path}.md`}
          className="rounded-badge underline underline-offset-2 hover:text-ink"
        >
          This page as Markdown
        </a>
      </p>
    </article>
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

interface Labelled {
  /** The name that lay-out.ts gave the part. */
  readonly 'data-label'?: string;
  readonly node?: Element;
}

function Code({ 'data-label': label = 'code', node, children }: ComponentProps<'pre'> & Labelled) {
  return (
    <CodeBlock className="mt-4" code={textOf(node)} label={label}>
      {children}
    </CodeBlock>
  );
}

/** A table that scrolls by itself on a narrow screen, by keyboard too. */
function Table({ 'data-label': label, children }: ComponentProps<'table'> & Labelled) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section tabIndex={0} aria-label={label} className="mt-4 overflow-x-auto -outline-offset-2">
      <table>{children}</table>
    </section>
  );
}
