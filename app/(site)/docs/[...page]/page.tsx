import type { Metadata } from 'next';
import { DocView, docMetadata } from '../_site/doc-view';

interface Props {
  readonly params: Promise<{ readonly page: readonly string[] }>;
}

export const dynamic = 'force-dynamic';

const pathOf = async ({ params }: Props) => `/docs/${(await params).page.join('/')}`;

export const generateMetadata = async (props: Props): Promise<Metadata> =>
  docMetadata(await pathOf(props));

export default async function DocsPage(props: Props) {
  return <DocView path={await pathOf(props)} />;
}
