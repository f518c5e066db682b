import { DescriptorError } from './descriptor-error';
import type { Expression } from './descriptor-syntax';
import type { KeyContext } from './key-expression';
import type { KeyExpressionReader, ScriptTemplate } from './script-template';

const OP_CHECKMULTISIG = 0xae;
/** The limit of OP_CHECKMULTISIG. */
export const MAX_MULTISIG_KEYS = 20;
/** The limit of a script in P2SH (BIP 16), enough for 15 compressed keys. */
const MAX_REDEEM_SCRIPT_BYTES = 520;

export function isMultisig({ word, args }: Expression): boolean {
  return args !== undefined && (word === 'multi' || word === 'sortedmulti');
}

/** Parses `multi(k,KEY,…)` or `sortedmulti(k,KEY,…)` (BIP 383). @throws DescriptorError */
export function parseMultisig(
  { word, args = [] }: Expression,
  context: KeyContext,
  readKey: KeyExpressionReader,
): ScriptTemplate {
  const [first, ...rest] = args;
  if (rest.length > MAX_MULTISIG_KEYS) throw badThreshold();
  const keys = rest.map((arg) => {
    if (arg.args) throw badThreshold();
    return readKey(arg.word, context);
  });
  const threshold = first && !first.args && /^\d{1,2}$/.test(first.word) ? Number(first.word) : 0;
  if (threshold < 1 || threshold > keys.length) throw badThreshold();
  const sorted = word === 'sortedmulti';
  return {
    kind: word,
    text: `${word}(${[threshold, ...keys.map((key) => key.text)].join(',')})`,
    keys,
    at(index) {
      const publicKeys = keys.map((key) => key.publicKey(index));
      if (sorted) publicKeys.sort(Buffer.compare);
      const script = multisigScript(threshold, publicKeys);
      if (context === 'legacy' && script.length > MAX_REDEEM_SCRIPT_BYTES) throw badThreshold();
      return script;
    },
  };
}

function multisigScript(threshold: number, publicKeys: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([
    pushNumber(threshold),
    ...publicKeys.flatMap((key) => [Uint8Array.of(key.length), key]),
    pushNumber(publicKeys.length),
    Uint8Array.of(OP_CHECKMULTISIG),
  ]);
}

/** Numbers above 16 have no opcode OP_N and need a push of one byte. */
function pushNumber(value: number): Uint8Array {
  return value <= 16 ? Uint8Array.of(0x50 + value) : Uint8Array.of(1, value);
}

function badThreshold(): DescriptorError {
  return new DescriptorError(
    'bad_threshold',
    'A multisig expression is malformed: first the number of signatures, then at least as many ' +
      'keys, 20 at most (15 in sh(multi)).',
  );
}
