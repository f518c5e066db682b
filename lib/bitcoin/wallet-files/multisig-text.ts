import { isMultisigScript } from '../extended-key';
import {
  EXTENDED_KEY_PATTERN,
  multisigWalletCandidates,
  scriptTypeFromName,
  type WalletCandidate,
  type WalletFileKey,
} from './candidate';
import { faultyMultisigError } from './refusals';

const MAX_LINE = 500;

/**
 * Reads Coldcard's multisig format, which many other programs write too: a policy such as `2 of 3`,
 * and a line for each key with its fingerprint.
 */
export function readMultisigText(text: string): WalletCandidate[] | undefined {
  if (!/^\s*policy\s*:/im.test(text)) return undefined;
  const keys: WalletFileKey[] = [];
  const said = { label: '', policy: '', format: '', path: undefined as string | undefined };
  for (const line of text.split('\n').filter(({ length }) => length < MAX_LINE)) {
    const [, name = '', rest = ''] = /^\s*#?\s*([^:#]{1,40}?)\s*:\s*(.*?)[\s,;]*$/.exec(line) ?? [];
    const field = name.toLowerCase();
    if (EXTENDED_KEY_PATTERN.test(rest)) {
      keys.push({ label: '', key: rest, path: said.path, fingerprint: name });
    } else if (field === 'derivation') said.path = rest;
    else if (line.trimStart().startsWith('#')) continue;
    else if (field === 'name') said.label = rest;
    else if (field === 'policy') said.policy = rest;
    else if (field === 'format') said.format = rest;
  }
  const [, threshold, total] = /^(\d{1,2})\s*(?:of|\/)\s*(\d{1,2})$/i.exec(said.policy) ?? [];
  const use = scriptTypeFromName(said.format);
  const isKnown = said.format === '' || isMultisigScript(use);
  if (threshold === undefined || !isKnown || keys.length === 0) throw faultyMultisigError();
  return multisigWalletCandidates({
    label: said.label,
    threshold: Number(threshold),
    total: Number(total),
    script: isMultisigScript(use) ? use : undefined,
    keys,
  });
}
