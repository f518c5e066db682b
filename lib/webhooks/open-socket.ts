import { connect, type LookupFunction, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { classifyAddress } from './address-class';
import { ExchangeFault, errorCode, type Fault } from './fault';
import type { PinnedAddress } from './target-guard';
import type { TargetUrl } from './target-url';

/** The wait for one of several addresses before trying the next one (RFC 8305). */
const NEXT_ADDRESS_MS = 1_000;
/** The most addresses to try. */
const MAX_TRIED = 4;

export interface OpenSocket {
  readonly socket: Socket;
  /** The address that it leads to, one of those given. */
  readonly peer: string;
}

/**
 * Opens a connection to one of the checked addresses only: the name is not resolved again, and the
 * peer's address is compared again before the first byte is written.
 *
 * @throws ExchangeFault
 */
export async function openSocket(
  target: TargetUrl,
  addresses: readonly PinnedAddress[],
  limitMs: number,
): Promise<OpenSocket> {
  const socket = connect({
    host: target.hostname,
    port: target.port,
    lookup: pinnedLookup(addresses.slice(0, MAX_TRIED)),
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
    noDelay: true,
  });
  await settled(socket, 'connect', limitMs, {
    late: { kind: 'timeout', stage: 'connect' },
    failed: (code) => ({ kind: 'connect', code }),
  });
  const peer = classifyAddress(socket.remoteAddress ?? '')?.address;
  if (peer === undefined || !addresses.some(({ address }) => address === peer)) {
    socket.destroy();
    throw new ExchangeFault({ kind: 'connect', code: 'EPEERCHANGED' });
  }
  return { socket, peer };
}

/**
 * Starts TLS on an open connection, for the host name in the URL.
 *
 * @param ca certificate authorities to trust instead of the system's, PEM
 * @throws ExchangeFault
 */
export async function secureSocket(
  socket: Socket,
  target: TargetUrl,
  limitMs: number,
  ca?: string,
): Promise<TLSSocket> {
  const secure = connectTls({
    socket,
    host: target.hostname,
    // An IP address is no server name (RFC 6066, 3): it is only compared with the certificate.
    ...(target.literal ? {} : { servername: target.hostname }),
    ...(ca === undefined ? {} : { ca }),
    ALPNProtocols: ['http/1.1'],
    rejectUnauthorized: true,
  });
  await settled(secure, 'secureConnect', limitMs, {
    late: { kind: 'timeout', stage: 'tls' },
    failed: (code) => ({ kind: 'tls', code }),
  });
  return secure;
}

function pinnedLookup(addresses: readonly PinnedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    if (options.all) return callback(null, [...addresses]);
    const [first] = addresses;
    return callback(null, first?.address ?? '', first?.family);
  };
}

/** Waits for a socket's event; destroys the socket on an error or a timeout. */
function settled(
  socket: Socket,
  event: 'connect' | 'secureConnect',
  limitMs: number,
  faults: { readonly late: Fault; readonly failed: (code: string) => Fault },
): Promise<void> {
  return new Promise((resolve, reject) => {
    let over = false;
    const fail = (fault: Fault) => {
      if (over) return;
      over = true;
      clearTimeout(timer);
      socket.destroy();
      reject(new ExchangeFault(fault));
    };
    const timer = setTimeout(() => fail(faults.late), limitMs);
    // Stays attached for the socket's life, so that a later error does not end the process.
    socket.on('error', (error) => fail(faults.failed(errorCode(error))));
    socket.once('close', () => fail(faults.failed('ECONNRESET')));
    socket.once(event, () => {
      over = true;
      clearTimeout(timer);
      resolve();
    });
  });
}
