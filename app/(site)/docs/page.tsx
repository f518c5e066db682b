import type { Metadata } from 'next';
import { DocView, docMetadata } from './_frame/doc-view';

const PATH = '/docs';

export const dynamic = 'force-dynamic';

export const generateMetadata = (): Promise<Metadata> => docMetadata(PATH);

export default function Docs() {
  return <DocView path={PATH} />;
}
