import { expect, test } from 'vitest';
import { openVault } from '@/lib/keys/vault';

const KEY = new Uint8Array(32).fill(1);

test('a sealed text opens to the same text, and never looks the same twice', () => {
  const vault = openVault(KEY);
  const text = 'whsec_ü€';
  const [first, second] = [vault.seal(text), vault.seal(text)];
  expect(first).not.toBe(second);
  expect(first).toMatch(/^v1\.[\w-]+$/);
  expect(openVault(KEY).open(first)).toBe(text);
});

test('a changed text is rejected', () => {
  const vault = openVault(KEY);
  const sealed = vault.seal('whsec_abc');
  for (let at = 3; at < sealed.length - 1; at += 5) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(() => vault.open(changed)).toThrow('cannot be decrypted');
  }
  expect(() => vault.open('')).toThrow('cannot be decrypted');
  expect(() => vault.open('v2.AAAA')).toThrow('cannot be decrypted');
});

test('another key does not open it, and the error says what to do without quoting it', () => {
  const sealed = openVault(KEY).seal('whsec_abc');
  const other = openVault(new Uint8Array(32).fill(2));
  expect(() => other.open(sealed)).toThrow('Start the server with the key');
  expect(() => other.open(sealed)).not.toThrow(sealed);
});

test('a key of another length is rejected', () => {
  expect(() => openVault(new Uint8Array(16))).toThrow('32 bytes');
});
