import { expect, test } from 'vitest';
import { XPUB } from '@/test/support/descriptors';
import { changeBranchWarning } from './change-branch';
import { parseDescriptor } from './descriptor';

const warningFor = (path: string) =>
  changeBranchWarning(parseDescriptor(`wpkh(${XPUB}${path})`, 'mainnet').canonical);

test.each(['/1/*', '/<1;0>/*', '/0/1/*'])(
  'a descriptor with the receive path %s causes a warning about the change branch',
  (path) => {
    expect(warningFor(path)).toContain('which wallets use for change');
  },
);

test.each(['/0/*', '/<0;1>/*', '/**', '/*', '/1/0/*', '/11/*'])(
  'a descriptor with the receive path %s causes no warning about the change branch',
  (path) => {
    expect(warningFor(path)).toBeUndefined();
  },
);
