import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

/**
 * A number is the SMTP code with which the server refuses a message. `cut` closes the connection
 * before the message ends, and `hang` never replies.
 */
type Handling = 'accept' | 'cut' | 'hang' | number;

export interface TestSmtpServer {
  /** Returns the value for SMTP_URL. `login` is a user and a password. */
  url(login?: string): URL;
  readonly mails: readonly ReceivedMail[];
  /** Sets the reply code for each recipient; 0 accepts it. */
  refuseRecipients(reply: (recipient: string, nth: number) => number): void;
  /** Sets how further messages are handled. `nth` counts from 1. */
  handle(how: (nth: number) => Handling): void;
  close(): Promise<void>;
}

/** Accepts the password `right` of any user. */
export async function startSmtpServer(options: SMTPServerOptions = {}): Promise<TestSmtpServer> {
  const mails: ReceivedMail[] = [];
  let begun = 0;
  let recipients = 0;
  let reply: (recipient: string, nth: number) => number = () => 0;
  let handling: (nth: number) => Handling = () => 'accept';
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    // The server allows sign-in without TLS, because tests check that no client tries it.
    allowInsecureAuth: true,
    disableReverseLookup: true,
    disabledCommands: options.key ? [] : ['STARTTLS'],
    ...options,
    onAuth: ({ username, password }, _session, done) =>
      password === 'right' ? done(null, { user: username }) : done(failure(535)),
    onRcptTo: ({ address }, _session, done) => {
      const code = reply(address, ++recipients);
      done(code === 0 ? null : failure(code));
    },
    onData: (stream, session, done) => {
      begun += 1;
      const how = handling(begun);
      if (how === 'cut') {
        stream.once('data', () => {
          for (const socket of sockets) socket.destroy();
        });
        return;
      }
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        if (typeof how === 'number') return done(failure(how));
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
          secure: session.secure,
          user: session.user ? String(session.user) : undefined,
        });
        if (how === 'accept') done();
      });
    },
  });
  server.on('error', () => {});
  server.server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: (login) =>
      new URL(
        `${options.secure ? 'smtps' : 'smtp'}://${login ? `${login}@` : ''}localhost:${port}`,
      ),
    mails,
    refuseRecipients: (next) => {
      reply = next;
    },
    handle: (next) => {
      handling = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

const failure = (code: number) => Object.assign(new Error('Not now'), { responseCode: code });
