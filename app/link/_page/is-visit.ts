/** Programs that identify themselves: search engines, and the previews of links in chats. */
const PROGRAM = /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slurp/i;

/** Whether a request is a person's visit, and not a program's or a prefetch. */
export function isVisit(headers: Headers): boolean {
  const purpose =
    headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? '';
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PROGRAM.test(headers.get('user-agent') ?? '');
}
