import { PROBLEMS } from '@/lib/http/problem-table';
import type { DocPage } from './library';

/** The page that lists every error code. */
export function errorsIndex(): DocPage {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) => `| ${status} | [\`${code}\`](${code}.md) | ${title} |`,
  );
  const markdown = `# Errors

A refusal is \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). Go by
its \`code\`, which never changes; show \`detail\` to a person; its \`type\` is the address of the page
that explains it, and \`request_id\` is what the server's log calls the request. Where the input is
not valid, \`errors\` lists everything that is wrong with it, with a pointer to each place.

| status | code | |
| --- | --- | --- |
${rows.join('\n')}
`;
  return {
    path: '/docs/errors',
    title: 'Errors',
    label: 'Errors',
    group: 'Reference',
    file: 'docs/errors/README.md',
    markdown,
  };
}
