import { get, type IncomingMessage } from 'node:http';

export interface OpenPaymentPage {
  /**
   * Returns the time of the first event after `since`, or undefined if there is none. Both are
   * times of performance.now().
   */
  changedAfter(since: number): number | undefined;
  close(): void;
}

/** The server allows each IP address 200 open pages. */
const PAGES_OF_CLIENT = 100;

/** Opens the stream of the `nth` page, and waits for its first event. */
export async function openPaymentPage(
  server: string,
  checkoutUrl: string,
  nth: number,
): Promise<OpenPaymentPage> {
  const changes: number[] = [];
  const url = `${server}${new URL(checkoutUrl).pathname}/events`;
  const client = `198.51.100.${Math.floor(nth / PAGES_OF_CLIENT)}`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { accept: 'text/event-stream', 'x-forwarded-for': client };
    get(url, { agent: false, headers }, resolve).once('error', reject);
  });
  if (response.statusCode !== 200) throw new Error(`a page's events: ${response.statusCode}`);
  response.setEncoding('utf8');
  const opened = new Promise<void>((resolve, reject) => {
    response.on('data', (chunk: string) => {
      if (!/^event: slip$/m.test(chunk)) return;
      changes.push(performance.now());
      resolve();
    });
    response.once('close', () => reject(new Error('the events of a page ended')));
  });
  await opened;
  return {
    changedAfter: (since) => changes.find((at) => at > since),
    close: () => response.destroy(),
  };
}
