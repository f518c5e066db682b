import { crypto, payments } from 'bitcoinjs-lib';
import './curve';
import { DescriptorError } from './descriptor-error';
import type { Expression } from './descriptor-syntax';
import type { KeyContext } from './key-expression';
import {
  compileTaproot,
  compileWitnessScript,
  parseMiniscript,
  unsupportedMiniscriptError,
} from './miniscript';
import { isWithinLimits } from './miniscript-checks';
import { isMultisig, parseMultisig } from './multisig';
import { type KeyExpressionReader, outputScriptOf, type ScriptTemplate } from './script-template';

/**
 * Parses a script expression: pkh, wpkh, tr, sh and wsh, and what the standards permit in sh and
 * wsh (BIP 381, 382, 383, 386, 379).
 *
 * @throws DescriptorError
 */
export function parseScript(expression: Expression, readKey: KeyExpressionReader): ScriptTemplate {
  switch (expression.args && expression.word) {
    case 'pkh':
      return singleKey(expression, 'legacy', readKey, (key) => payments.p2pkh(hashOf(key)));
    case 'wpkh':
      return witnessKey(expression, readKey);
    case 'tr':
      return taproot(expression, readKey);
    case 'sh':
      return scriptHash(expression, readKey);
    case 'wsh':
      return witnessScriptHash(expression, readKey);
    default:
      throw unsupported(expression.word);
  }
}

function singleKey(
  expression: Expression,
  context: KeyContext,
  readKey: KeyExpressionReader,
  pay: (publicKey: Uint8Array) => { readonly output?: Uint8Array | undefined },
): ScriptTemplate {
  const key = readKey(bareWord(onlyArgument(expression)), context);
  return {
    kind: expression.word,
    text: `${expression.word}(${key.text})`,
    keys: [key],
    at: (index) => outputScriptOf(pay(key.publicKey(index))),
  };
}

function witnessKey(expression: Expression, readKey: KeyExpressionReader): ScriptTemplate {
  return singleKey(expression, 'segwit', readKey, (key) => payments.p2wpkh(hashOf(key)));
}

/**
 * Returns a key's hash, for which bitcoinjs-lib does not check again that the key is on the curve.
 */
function hashOf(publicKey: Uint8Array): { readonly hash: Uint8Array } {
  return { hash: crypto.hash160(publicKey) };
}

function taproot(expression: Expression, readKey: KeyExpressionReader): ScriptTemplate {
  const [internal, tree, ...more] = expression.args ?? [];
  if (!internal || more.length > 0) throw unsupported();
  if (!tree) {
    return singleKey(expression, 'taproot', readKey, (internalPubkey) =>
      payments.p2tr({ internalPubkey }),
    );
  }
  const key = readKey(bareWord(internal), 'taproot');
  const scripts = parseMiniscript(tree, 'taproot', readKey);
  return {
    kind: 'tr(tree)',
    text: `tr(${key.text},${scripts.text})`,
    keys: [key, ...scripts.keys],
    at(index) {
      const internalKey = Buffer.from(key.publicKey(index)).toString('hex');
      return compileTaproot(`tr(${internalKey},${scripts.textAt(index)})`);
    },
  };
}

function scriptHash(expression: Expression, readKey: KeyExpressionReader): ScriptTemplate {
  const inner = onlyArgument(expression);
  if (isMultisig(inner)) return inScriptHash(parseMultisig(inner, 'legacy', readKey));
  switch (inner.args && inner.word) {
    case 'wpkh':
      return inScriptHash(witnessKey(inner, readKey));
    case 'wsh':
      return inScriptHash(witnessScriptHash(inner, readKey));
    default:
      throw unsupported();
  }
}

function inScriptHash(inner: ScriptTemplate): ScriptTemplate {
  return {
    kind: `sh(${inner.kind})`,
    text: `sh(${inner.text})`,
    keys: inner.keys,
    at: (index) => outputScriptOf(payments.p2sh({ redeem: { output: inner.at(index) } })),
  };
}

function witnessScriptHash(expression: Expression, readKey: KeyExpressionReader): ScriptTemplate {
  const inner = onlyArgument(expression);
  if (!isMultisig(inner)) return witnessMiniscript(inner, readKey);
  const multisig = parseMultisig(inner, 'segwit', readKey);
  return {
    kind: `wsh(${multisig.kind})`,
    text: `wsh(${multisig.text})`,
    keys: multisig.keys,
    at: (index) => inWitnessScriptHash(multisig.at(index)),
  };
}

function witnessMiniscript(inner: Expression, readKey: KeyExpressionReader): ScriptTemplate {
  const script = parseMiniscript(inner, 'segwit', readKey);
  if (!isWithinLimits(script.expression, compileWitnessScript(script.textAt(0)))) {
    throw unsupportedMiniscriptError();
  }
  return {
    kind: 'wsh(miniscript)',
    text: `wsh(${script.text})`,
    keys: script.keys,
    at: (index) => inWitnessScriptHash(compileWitnessScript(script.textAt(index))),
  };
}

function inWitnessScriptHash(witnessScript: Uint8Array): Uint8Array {
  return outputScriptOf(payments.p2wsh({ redeem: { output: witnessScript } }));
}

function onlyArgument({ args }: Expression): Expression {
  const [only, ...more] = args ?? [];
  if (!only || more.length > 0) throw unsupported();
  return only;
}

function bareWord({ word, args }: Expression): string {
  if (args) throw unsupported();
  return word;
}

/** Why we refuse descriptor functions that other programs support. */
const REASONS: Readonly<Record<string, string>> = {
  combo:
    'combo(…) has four addresses for each index, so no payment would know its own. Use the descriptor of one kind, such as wpkh(…).',
  sp: 'Silent payments are not supported: a server finds them only with a key of yours. Use a descriptor of native segwit, wpkh(…).',
  addr: 'addr(…) is a single address, and every payment needs its own. Use the descriptor of the wallet, such as wpkh(…).',
  raw: 'raw(…) is a single script, and every payment needs its own. Use the descriptor of the wallet, such as wpkh(…).',
  rawtr:
    'rawtr(…) has a key that is not tweaked, which wallets cannot restore. Use tr(…) or wpkh(…).',
  pk: 'pk(…) has no address to show to a customer. Use pkh(…) or wpkh(…) of the same key.',
};

export function unsupportedMusigError(): DescriptorError {
  return new DescriptorError(
    'unsupported_script',
    'MuSig2, musig(…), is not supported yet. Use a multisig wallet of the same devices, wsh(sortedmulti(…)).',
  );
}

function unsupported(word = ''): DescriptorError {
  const kinds =
    'This kind of descriptor cannot be used to receive. Supported are pkh, wpkh, sh(wpkh), tr, and ' +
    'sh, wsh and sh(wsh) of multi or sortedmulti, and miniscript in wsh and tr.';
  return new DescriptorError('unsupported_script', REASONS[word] ?? kinds);
}
