import type { Metadata } from 'next';
import { DocView, docMetadata } from './_site/doc-view';

const PATH = '/docs';

export const dynamic = 'force-dynamic';

export const generateMetadata = (): Metadata => docMetadata(PATH);

export default function Docs() {
  return <DocView path={PATH} />;
}
