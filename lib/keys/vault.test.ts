import { expect, test } from 'vitest';
import { openVault } from '@/lib/keys/vault';

const KEY = new Uint8Array(32).fill(1);

test('opening a sealed text returns the original text, and sealing the same text again gives a different result', () => {
  const vault = openVault(KEY);
  const text = 'whsec_ü€';
  const [first, second] = [vault.seal(text, 'key_1'), vault.seal(text, 'key_1')];
  expect(first).not.toBe(second);
  expect(first).toMatch(/^v1\.[\w-]+$/);
  expect(openVault(KEY).open(first, 'key_1')).toBe(text);
});

test('a text that was sealed for one API key cannot be opened for another', () => {
  const vault = openVault(KEY);
  const sealed = vault.seal('whsec_abc', 'key_1');
  for (const other of ['key_2', 'key_', 'key_11', '']) {
    expect(() => vault.open(sealed, other)).toThrow('cannot be decrypted');
  }
});

test('a sealed text that was changed is rejected', () => {
  const vault = openVault(KEY);
  const sealed = vault.seal('whsec_abc', 'key_1');
  for (let at = 3; at < sealed.length - 1; at += 5) {
    const other = sealed[at] === 'A' ? 'B' : 'A';
    const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
    expect(() => vault.open(changed, 'key_1')).toThrow('cannot be decrypted');
  }
  const short = sealed.slice(0, 'v1.'.length + 20);
  for (const text of ['', 'v1', 'v1.AAAA', short, 'v2.AAAA', sealed.replace('v1', 'v2')]) {
    expect(() => vault.open(text, 'key_1')).toThrow('cannot be decrypted');
  }
});

test('a text cannot be opened with another secret key, and the error states a remedy without quoting the text', () => {
  const sealed = openVault(KEY).seal('whsec_abc', 'key_1');
  const other = openVault(new Uint8Array(32).fill(2));
  expect(() => other.open(sealed, 'key_1')).toThrow('Start the server with the key');
  expect(() => other.open(sealed, 'key_1')).not.toThrow(sealed);
});

test('a secret key of the wrong length is rejected', () => {
  expect(() => openVault(new Uint8Array(16))).toThrow('32 bytes');
});
