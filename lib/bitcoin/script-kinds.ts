import { crypto, payments } from 'bitcoinjs-lib';
import './curve';
import { DescriptorError } from './descriptor-error';
import type { Expression } from './descriptor-syntax';
import type { KeyContext } from './key-expression';
import {
  compileTaproot,
  compileWitnessScript,
  parseMiniscript,
  unsupportedMiniscript,
} from './miniscript';
import { isWithinLimits } from './miniscript-checks';
import { isMultisig, parseMultisig } from './multisig';
import { outputScriptOf, type ReadKey, type ScriptTemplate } from './script-template';

/**
 * Returns the supported script expressions: pkh, wpkh, tr, and sh and wsh of their permitted
 * contents (BIP 381, 382, 383, 386, 379).
 *
 * @throws DescriptorError
 */
export function parseScript(expression: Expression, readKey: ReadKey): ScriptTemplate {
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
      throw unsupported();
  }
}

function singleKey(
  expression: Expression,
  context: KeyContext,
  readKey: ReadKey,
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

function witnessKey(expression: Expression, readKey: ReadKey): ScriptTemplate {
  return singleKey(expression, 'segwit', readKey, (key) => payments.p2wpkh(hashOf(key)));
}

/**
 * Returns the hash of a public key in a form that avoids the library's second check that the key is
 * a point of the curve.
 */
function hashOf(publicKey: Uint8Array): { readonly hash: Uint8Array } {
  return { hash: crypto.hash160(publicKey) };
}

function taproot(expression: Expression, readKey: ReadKey): ScriptTemplate {
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

function scriptHash(expression: Expression, readKey: ReadKey): ScriptTemplate {
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

function witnessScriptHash(expression: Expression, readKey: ReadKey): ScriptTemplate {
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

function witnessMiniscript(inner: Expression, readKey: ReadKey): ScriptTemplate {
  const script = parseMiniscript(inner, 'segwit', readKey);
  if (!isWithinLimits(script.expression, compileWitnessScript(script.textAt(0)))) {
    throw unsupportedMiniscript();
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

function unsupported(): DescriptorError {
  return new DescriptorError(
    'unsupported_script',
    'This kind of descriptor cannot be used to receive. Supported are pkh, wpkh, sh(wpkh), tr, and ' +
      'sh, wsh and sh(wsh) of multi or sortedmulti, and miniscript in wsh and tr.',
  );
}
