import { Connection } from './connection';
import { type Connections, type Route, routeOf } from './connections';
import { Answer, requestBytes } from './exchange';
import { EXCHANGE_LIMITS, type ExchangeLimits } from './exchange-limits';
import { ExchangeFault, type Fault } from './fault';
import { openSocket, secureSocket } from './open-socket';
import { type ExchangeResult, Progress } from './progress';
import { type Resolve, resolverFor } from './resolve-host';
import { locateTarget, type PinnedAddress } from './target-guard';
import { inspectUrl, type TargetPolicy, type TargetUrl } from './target-url';

export interface SignedRequest {
  readonly url: string;
  /** Sent as UTF-8, exactly as signed. */
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface SendOptions {
  readonly policy: TargetPolicy;
  readonly now: Date;
  readonly limits?: ExchangeLimits | undefined;
  readonly resolve?: Resolve | undefined;
  /** Certificate authorities to trust instead of the system's, PEM. */
  readonly ca?: string | undefined;
  /** Leaves connections open for this merchant's next requests; without it, each has its own. */
  readonly keep?: { readonly connections: Connections; readonly merchantId: string } | undefined;
}

/**
 * Sends one signed request: over a connection to a checked address only, without redirects, proxies
 * or cookies, within the limits. Returns faults of the endpoint as values and rejects only for our
 * own faults.
 */
export async function send(request: SignedRequest, options: SendOptions): Promise<ExchangeResult> {
  const progress = new Progress(options.limits ?? EXCHANGE_LIMITS);
  try {
    await converse(request, options, progress);
    return progress.result(options.now, undefined);
  } catch (error) {
    if (!(error instanceof ExchangeFault)) throw error;
    return progress.result(options.now, error.fault);
  } finally {
    progress.socket?.destroy();
  }
}

/** The result of an attempt that could not begin. */
export function notSent(fault: Fault, now: Date): ExchangeResult {
  return new Progress(EXCHANGE_LIMITS).result(now, fault);
}

async function converse(request: SignedRequest, options: SendOptions, progress: Progress) {
  const target = allowedTarget(request.url, options.policy);
  const addresses = await locate(target, options, progress);
  const kept = keptFor(target, options);
  progress.persistent = kept !== undefined;
  const bytes = requestBytes(target, request.headers, request.body, !!kept);
  const idle = await kept?.connections.take(kept.route, addresses);
  if (kept && idle && (await askOverIdle(idle, bytes, kept, progress))) return;
  const opened = await open(target, addresses, options.ca, progress);
  const answer = new Answer(progress.limits);
  await ask(opened, bytes, answer, progress);
  if (kept) await release(opened, answer, kept, progress);
}

function allowedTarget(url: string, policy: TargetPolicy): TargetUrl {
  const verdict = inspectUrl(url, policy);
  if (verdict.kind === 'allowed') return verdict.target;
  throw new ExchangeFault({ kind: 'blocked', refusal: verdict.refusal });
}

async function locate(
  target: TargetUrl,
  { policy, resolve, keep }: SendOptions,
  progress: Progress,
): Promise<readonly PinnedAddress[]> {
  const by = resolve ?? resolverFor(policy, keep?.connections.answers.resolve);
  progress.begin('dnsMs');
  const limitMs = progress.within(progress.limits.dnsMs);
  const located = await locateTarget(target, policy, by, limitMs);
  progress.end();
  if (located.kind === 'located') return located.addresses;
  if (located.kind === 'refused') {
    throw new ExchangeFault({ kind: 'blocked', refusal: located.refusal });
  }
  const late = located.code === 'ETIMEOUT';
  throw new ExchangeFault(
    late ? { kind: 'timeout', stage: 'dns' } : { kind: 'dns', code: located.code },
  );
}

/** The connections that a request may use and leave open. */
interface Kept {
  readonly connections: Connections;
  readonly route: Route;
}

function keptFor({ url }: TargetUrl, { keep, ca }: SendOptions): Kept | undefined {
  if (!keep) return undefined;
  const route = routeOf(keep.merchantId, url.origin, ca);
  return keep.connections.mayKeep(route) ? { connections: keep.connections, route } : undefined;
}

async function open(
  target: TargetUrl,
  addresses: readonly PinnedAddress[],
  ca: string | undefined,
  progress: Progress,
): Promise<Connection> {
  const { limits } = progress;
  progress.remoteAddress = null;
  progress.begin('connectMs');
  const connectMs = progress.within(limits.connectMs);
  const { socket: plain, peer } = await openSocket(target, addresses, connectMs);
  progress.end();
  progress.socket = plain;
  progress.remoteAddress = plain.remoteAddress ?? null;
  if (!target.secure) return new Connection(plain, peer, performance.now());
  progress.begin('tlsMs');
  const socket = await secureSocket(plain, target, progress.within(limits.tlsMs), ca);
  progress.end();
  return new Connection(socket, peer, performance.now());
}

/**
 * @returns whether an answer came. If not, the endpoint had closed the connection in the meantime, and
 *   the request must be sent again, which is safe: an endpoint recognizes an event by its id.
 */
async function askOverIdle(
  connection: Connection,
  bytes: Buffer,
  kept: Kept,
  progress: Progress,
): Promise<boolean> {
  const answer = new Answer(progress.limits);
  progress.remoteAddress = connection.peer;
  try {
    await ask(connection, bytes, answer, progress);
  } catch (error) {
    // The endpoint may have closed its other connections too.
    kept.connections.drop(kept.route);
    const isClosed = error instanceof ExchangeFault && error.fault.kind === 'reset';
    if (!isClosed || !answer.isUntouched) throw error;
    connection.destroy();
    progress.resent = true;
    return false;
  }
  await release(connection, answer, kept, progress);
  return true;
}

async function ask(connection: Connection, bytes: Buffer, answer: Answer, progress: Progress) {
  const { limits } = progress;
  progress.socket = connection.socket;
  connection.read(answer);
  connection.socket.write(bytes);
  progress.begin('firstByteMs');
  progress.status = await answer.status(progress.within(limits.firstByteMs));
  progress.end();
  progress.responseEnd = await answer.rest(limits.restMs);
  progress.headers = answer.head.headers;
  progress.bodyHead = answer.bodyHead;
}

/** Leaves the connection open if nothing is left to read or to write; else it is closed. */
async function release(
  connection: Connection,
  answer: Answer,
  { connections, route }: Kept,
  progress: Progress,
): Promise<void> {
  // Over TLS an answer may be read before the end of the write is told.
  if (connection.socket.writableLength > 0) await new Promise(setImmediate);
  if (answer.needsClose) connections.avoid(route);
  const keepMs = answer.keepForMs();
  if (keepMs === 0 || connection.socket.writableLength > 0) return;
  progress.socket = undefined;
  connections.keep(route, connection, keepMs);
}
