import { homedir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { defaultDataDir, readCommandLine } from './command-line.mjs';

const read = (...argv: string[]) => readCommandLine(argv, '1.2.3');

test('a command line without a command runs the command start with the given options', () => {
  expect(read()).toMatchObject({ what: 'start', port: undefined, dataDir: undefined });
  expect(read('--port', '4000')).toMatchObject({ what: 'start', port: '4000' });
  expect(read('--backup-to', '/b')).toMatchObject({ what: 'start', backupTo: '/b' });
});

test('an admin command gets all of its arguments except --data-dir, which is accepted in any position', () => {
  const words = ['key', 'create', '--network', 'signet', '--help'];
  for (const argv of [
    ['--data-dir', 'a b', 'admin', ...words],
    ['admin', '--data-dir=a b', ...words],
    ['admin', ...words, '--data-dir', 'a b'],
  ]) {
    expect(read(...argv)).toMatchObject({ what: 'admin', words, dataDir: 'a b' });
  }
});

test.each([
  [['strat'], "Unknown command 'strat'."],
  [['start', '--prot', '1'], "Unknown option '--prot'"],
  [['start', 'now'], "Unexpected argument 'now'"],
  [['--port'], "'--port <value>' argument missing"],
  [['admin', 'status', '--data-dir'], '--data-dir needs a folder.'],
  [['--data-dir=', 'start'], '--data-dir needs a folder.'],
])('the command line %j is rejected with an explanation', (argv, message) => {
  expect(() => read(...argv)).toThrow(message);
});

test('migrate is the admin command of the same name', () => {
  const words = ['migrate', '--json'];
  expect(read(...words, '--data-dir', '/d')).toMatchObject({ what: 'admin', words, dataDir: '/d' });
});

test('with --help or --version, the program only prints a text', () => {
  expect(read('--version')).toMatchObject({ what: 'text', text: '1.2.3' });
  expect(read('--help')).toEqual(read('-h'));
});

test('the data folder is in XDG_DATA_HOME if this is an absolute path, and a relative path is ignored', () => {
  const usual = path.join(homedir(), '.local', 'share', 'blocktally');
  expect(defaultDataDir('/data')).toBe('/data/blocktally');
  expect(defaultDataDir('data')).toBe(usual);
  expect(defaultDataDir(undefined)).toBe(usual);
});
