import { ProtocolError } from './message-reader';

/** This module implements ZMTP 3.0 (RFC 23) without security, for a subscriber. */

export const GREETING_BYTES = 64;

const VERSION_AT = 10;
const MECHANISM_AT = 12;
const MECHANISM_BYTES = 20;
const MECHANISM = Buffer.alloc(MECHANISM_BYTES);
MECHANISM.write('NULL');

/** The bytes that stay 0 are the minor version, the flag of a server, and filler. */
export function createGreeting(): Buffer {
  const bytes = Buffer.alloc(GREETING_BYTES);
  bytes[0] = 0xff;
  bytes[9] = 0x7f;
  bytes[VERSION_AT] = 3;
  MECHANISM.copy(bytes, MECHANISM_AT);
  return bytes;
}

/**
 * Checks the part of a peer's greeting that has arrived. An older peer sends only a part and then
 * waits, so its version must be recognized early. Returns whether the greeting is complete.
 *
 * @throws ProtocolError
 */
export function checkGreeting(bytes: Buffer): boolean {
  if (bytes.length > 0 && bytes[0] !== 0xff) throw new ProtocolError('not a ZeroMQ socket');
  if (bytes.length > 9 && bytes[9] !== 0x7f) throw new ProtocolError('not ZMTP 2 or later');
  const version = bytes[VERSION_AT];
  if (version !== undefined && version < 3) throw new ProtocolError('ZMTP before version 3');
  if (bytes.length < GREETING_BYTES) return false;
  if (!bytes.subarray(MECHANISM_AT, MECHANISM_AT + MECHANISM_BYTES).equals(MECHANISM)) {
    throw new ProtocolError('a security mechanism other than NULL');
  }
  return true;
}

export function readyCommand(): Buffer {
  return command('READY', property('Socket-Type', 'SUB'));
}

/** @throws ProtocolError unless the command is READY and the peer is a socket that publishes */
export function checkReady(body: Buffer): void {
  if (commandName(body) !== 'READY') throw new ProtocolError('no READY command');
  const properties = body.subarray(1 + 'READY'.length);
  for (let at = 0; at < properties.length; ) {
    const nameEnd = at + 1 + (properties[at] ?? 0);
    if (nameEnd + 4 > properties.length) throw new ProtocolError('a broken READY command');
    const name = properties.toString('latin1', at + 1, nameEnd);
    const valueEnd = nameEnd + 4 + properties.readUInt32BE(nameEnd);
    if (valueEnd > properties.length) throw new ProtocolError('a broken READY command');
    const value = properties.toString('latin1', nameEnd + 4, valueEnd);
    if (name.toLowerCase() === 'socket-type') {
      if (value === 'PUB' || value === 'XPUB') return;
      throw new ProtocolError('a socket that does not publish');
    }
    at = valueEnd;
  }
  throw new ProtocolError('a READY command without a socket type');
}

/** Returns the message that subscribes to every topic with this prefix. */
export function subscribeMessage(topic: string): Buffer {
  return frame(0, Buffer.from(`\x01${topic}`, 'latin1'));
}

/** A command that the peer answers immediately (RFC 37). Its context is empty. */
export const PING = command('PING', Buffer.alloc(2));

/** Returns the response to a PING command; undefined for any other command. */
export function pongCommand(body: Buffer): Buffer | undefined {
  if (commandName(body) !== 'PING') return undefined;
  const MAX_CONTEXT = 16;
  const context = body.subarray(1 + 'PING'.length + 2);
  return command('PONG', context.subarray(0, MAX_CONTEXT));
}

/** @throws ProtocolError for a body without a complete name */
export function commandName(body: Buffer): string {
  const end = 1 + (body[0] ?? Number.POSITIVE_INFINITY);
  if (end > body.length) throw new ProtocolError('a command without a name');
  return body.toString('latin1', 1, end);
}

function property(name: string, value: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(value.length);
  return Buffer.concat([shortText(name), length, Buffer.from(value, 'latin1')]);
}

function command(name: string, rest: Buffer): Buffer {
  return frame(4, Buffer.concat([shortText(name), rest]));
}

function shortText(text: string): Buffer {
  return Buffer.from(String.fromCharCode(text.length) + text, 'latin1');
}

/** The body must be shorter than 256 bytes. */
function frame(flags: number, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from([flags, body.length]), body]);
}
