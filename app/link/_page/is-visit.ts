/** Programs that say what they are: search engines, and the previews of links in chats. */
const PROGRAM = /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slurp/i;

/** Whether a person looks at a page, and not a program or a browser that loads pages ahead. */
export function isVisit(headers: Headers): boolean {
  const purpose =
    headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? '';
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PROGRAM.test(headers.get('user-agent') ?? '');
}
