import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Article } from './article';
import { Frame } from './frame';
import { docsPage } from './source';

/** A page of the documentation by its path; 404 when there is none. */
export function DocView({ path }: { path: string }) {
  const page = docsPage(path);
  if (!page) notFound();
  return (
    <Frame current={path}>
      <Article page={page} />
    </Frame>
  );
}

const MAX_DESCRIPTION = 160;

export function docMetadata(path: string): Metadata {
  const page = docsPage(path);
  if (!page) return { title: 'Not found' };
  return {
    title: page.title,
    description: page.sections[0]?.text.slice(0, MAX_DESCRIPTION),
    alternates: { types: { 'text/markdown': `${path}.md` } },
  };
}
