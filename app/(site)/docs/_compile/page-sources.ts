import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { PROBLEMS } from '@/lib/http/problem-table';
import { SERVER_URL } from './compiled-page';
import { CONTENTS } from './contents';
import { pagePath } from './links';
import type { PageSource } from './page-source';
import { referencePages } from './reference/reference-pages';

/** Where files say that the client's package is; on the site it is on the server that shows them. */
const CLIENT = 'http://localhost:3000/sdk/';

/**
 * All pages in reading order: the files, the API reference, the error codes.
 *
 * @param root the checkout
 */
export async function pageSources(root: string): Promise<PageSource[]> {
  const read = async (file: string, group: string, label: string): Promise<PageSource> => {
    const text = await readFile(path.join(root, file), 'utf8');
    const markdown = withExamples(root, text).replaceAll(CLIENT, `${SERVER_URL}/sdk/`);
    return { path: pagePath(file) ?? '', label, group, file, markdown };
  };
  const codes = (await readdir(path.join(root, 'docs/errors')))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.basename(name, '.md'))
    .sort();
  return [
    ...(await Promise.all(
      CONTENTS.flatMap(({ group, pages }) =>
        pages.map(({ file, label }) => read(path.posix.join('docs', file), group, label)),
      ),
    )),
    ...referencePages(new URL(SERVER_URL)),
    errorsIndex(),
    ...(await Promise.all(codes.map((code) => read(`docs/errors/${code}.md`, 'Errors', code)))),
  ];
}

/** A line that is nothing but a link to an example. */
const EXAMPLE = /^\[`(examples\/\S+)`\]\(\S+\)$/gm;

const LANGUAGES: Readonly<Record<string, string>> = { mjs: 'js', py: 'python', rb: 'ruby' };

/** A page with the text of each example in the place of its link. */
export function withExamples(root: string, markdown: string): string {
  return markdown.replace(EXAMPLE, (_, file: string) => {
    const ending = path.extname(file).slice(1);
    const text = readFileSync(path.join(root, file), 'utf8');
    return `\`${file}\`:\n\n\`\`\`${LANGUAGES[ending] ?? ending}\n${text}\`\`\``;
  });
}

/** The page that lists every error code. */
function errorsIndex(): PageSource {
  const rows = Object.entries(PROBLEMS).map(
    ([code, { status, title }]) => `| ${status} | [\`${code}\`](${code}.md) | ${title} |`,
  );
  const markdown = `# Errors

An error is \`application/problem+json\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457)). In your code,
use \`code\`, which never changes. Show \`detail\` to a person. \`type\` is the URL of the page that explains
the error, and \`request_id\` finds the request in the server's log. For invalid input, \`errors\` lists
everything that is wrong, with a pointer to each place.

| status | code | |
| --- | --- | --- |
${rows.join('\n')}
`;
  const place = { path: '/docs/errors', file: 'docs/errors/README.md', group: 'Reference' };
  return { ...place, label: 'Errors', markdown };
}
