import { describe, expect, it } from 'vitest';
import { HexResponseDecoder } from './hex-response-decoder';

const BYTES = Buffer.from('00ff10a5', 'hex');

/** @param size the size of each piece of the response in bytes */
function read(text: string, size = text.length): HexResponseDecoder {
  const [answer, all] = [new HexResponseDecoder(), Buffer.from(text)];
  for (let at = 0; at < all.length; at += size) answer.add(all.subarray(at, at + size));
  return answer;
}

const answered = (result: string) => JSON.stringify({ result, error: null, id: 0 });

describe('a response whose result is hex', () => {
  it('a hex result is separated from the JSON around it, whatever the size of the received pieces', () => {
    for (let size = 1; size <= 60; size += 1) {
      const answer = read(answered('00ff10A5'), size);
      expect(answer.bytes).toEqual(BYTES);
      expect(answer.json).toBe(answered(''));
    }
  });

  it('a hex result is found at any position in the response', () => {
    const answer = read('{"id":0,"error":null,"result":"00ff10a5","warnings":["né"]}', 3);
    expect(answer.bytes).toEqual(BYTES);
    expect(answer.json).toBe('{"id":0,"error":null,"result":"","warnings":["né"]}');
  });

  it('a hex result of several megabytes is complete', () => {
    const bytes = Buffer.alloc(5_000_000, 'a full block and more');
    const answer = read(answered(bytes.toString('hex')), 65_537);
    expect(answer.bytes?.equals(bytes)).toBe(true);
  });

  it.each([
    ['a character that is not hex', answered('00ffx0a5')],
    ['half a byte', answered('00ff1')],
    ['no character', answered('')],
    ['no end', '{"result":"00ff'],
    ['a result that is no text', '{"result":null,"error":{"code":-5,"message":"Block not found"}}'],
    ['a hex result quoted in an error message', '{"error":{"message":"\\"result\\":\\"00\\""}}'],
  ])('a hex response returns no bytes if it has %s', (_, text) => {
    for (const size of [1, 7, text.length]) expect(read(text, size).bytes).toBeUndefined();
  });
});
