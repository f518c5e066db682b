import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { library } from '../_library/library';
import { markdownPath } from '../_library/links';
import { partsOf } from '../_markdown/headings';
import { plainText } from '../_markdown/plain-text';
import { Article } from './article';
import { Frame } from './frame';
import { neighbours } from './navigation';

/** A page of the documentation by its path; 404 when there is none. */
export async function DocView({ path }: { path: string }) {
  const all = await library();
  const page = all.byPath.get(path);
  if (!page) notFound();
  return (
    <Frame library={all} current={path}>
      <Article page={page} neighbours={neighbours(all, path)} />
    </Frame>
  );
}

const MAX_DESCRIPTION = 160;

export async function docMetadata(path: string): Promise<Metadata> {
  const page = (await library()).byPath.get(path);
  if (!page) return { title: 'Not found' };
  const [first] = partsOf(page.markdown);
  return {
    title: page.title,
    description: plainText(first?.tokens.slice(0, 2) ?? []).slice(0, MAX_DESCRIPTION),
    alternates: { types: { 'text/markdown': markdownPath(path) } },
  };
}
