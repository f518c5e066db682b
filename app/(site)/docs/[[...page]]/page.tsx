import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Article } from '../_site/article';
import { DocsFrame } from '../_site/docs-frame';
import { docsSource } from '../_site/source';

interface Props {
  readonly params: Promise<{ readonly page?: string[] }>;
}

const MAX_DESCRIPTION = 160;

export const dynamic = 'force-dynamic';

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const page = docsSource().getPage((await params).page);
  if (!page) return { title: 'Not found' };
  const { headings, contents } = page.data.structuredData;
  return {
    title: headings[0]?.content,
    description: contents[0]?.content.slice(0, MAX_DESCRIPTION),
    alternates: { types: { 'text/markdown': `${page.url}.md` } },
  };
}

export default async function DocsPage({ params }: Props) {
  const page = docsSource().getPage((await params).page);
  if (!page) notFound();
  return (
    <DocsFrame current={page.url}>
      <Article url={page.url} page={page.data} />
    </DocsFrame>
  );
}
