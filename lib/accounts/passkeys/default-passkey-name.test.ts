import { expect, test } from 'vitest';
import { defaultPasskeyName } from './default-passkey-name';

const BITWARDEN = 'd548826e-79b4-db40-a3d8-11116f7e8349';
const UNKNOWN = '00000000-0000-0000-0000-000000000000';

test.each([
  [BITWARDEN, [], 'Bitwarden'],
  [BITWARDEN, ['Bitwarden'], 'Bitwarden 2'],
  [BITWARDEN, ['Bitwarden', 'Bitwarden 2'], 'Bitwarden 3'],
  [UNKNOWN, [], 'Passkey 1'],
  [UNKNOWN, ['Passkey 1', 'Passkey 3'], 'Passkey 2'],
])(
  'a new passkey with the AAGUID %s, whose user already has passkeys named %j, gets the name %s',
  (aaguid, taken, name) => {
    expect(defaultPasskeyName(aaguid, taken)).toBe(name);
  },
);
