import { connect } from 'node:net';
import { isUnreachable } from './connection-lost';

export type HostProbeResult = 'server' | 'refusal' | 'none';

const ANSWERS_WITHIN_MS = 10_000;
/** A server answers an SSLRequest with one byte, before any login. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);

export function probeHosts(
  hosts: readonly string[],
  ports: readonly number[],
): Promise<HostProbeResult[]> {
  return Promise.all(hosts.map((host, nth) => probeHost(host, ports[nth] ?? 5432)));
}

function probeHost(host: string, port: number): Promise<HostProbeResult> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    const settle = (answer: HostProbeResult) => {
      clearTimeout(late);
      socket.destroy();
      resolve(answer);
    };
    // If this process was busy, a response may already have arrived. Because of setImmediate, it is
    // read before the time limit applies.
    const late = setTimeout(() => setImmediate(settle, 'none'), ANSWERS_WITHIN_MS);
    socket.once('connect', () => socket.write(SSL_REQUEST));
    socket.once('data', () => settle('server'));
    socket.once('end', () => settle('server'));
    socket.once('error', (error) => settle(isUnreachable(error) ? 'none' : 'refusal'));
  });
}
