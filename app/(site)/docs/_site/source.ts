import { loader } from 'fumadocs-core/source';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';
import { type DocsFiles, SERVER_URL } from '../_compile/docs-files';
import compiled from '../_compile/print-compiled.ts?compiled';

let source: ReturnType<typeof loadDocs> | undefined;

export function docsSource() {
  source ??= loadDocs(publicUrl(runtime().env.appUrl, ''));
  return source;
}

/** @param serverUrl without a trailing slash */
export function loadDocs(serverUrl: string) {
  const files: DocsFiles = JSON.parse(compiled.replaceAll(SERVER_URL, serverUrl));
  return loader({ files }, { baseUrl: '/docs' });
}
