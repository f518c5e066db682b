import {
  scriptTypeFromName,
  type WalletCandidate,
  type WalletFileKey,
  walletCandidatesFromKeys,
} from './candidate';
import { findDescriptors, isChangeDescriptor } from './descriptor-text';
import {
  brokenDescriptorError,
  brokenFileError,
  changeBranchOnlyError,
  singleCosignerError,
} from './refusals';

/**
 * Reads the descriptors in a text. Words before a descriptor are its label: `External: wpkh(…)`.
 */
export function readDescriptorLines(text: string): WalletCandidate[] | undefined {
  const found = findDescriptors(text);
  if (found.length === 0) return undefined;
  const named = found.map((one, place) => {
    const before = text.slice(found[place - 1]?.end ?? 0, one.start);
    return { text: one.text, label: labelFrom(before) };
  });
  // A change descriptor is accepted, with a warning, if nothing else was pasted.
  const isAlone = found[0]?.start === 0 && found[0].end === text.length;
  const receiving = isAlone
    ? named
    : named.filter(
        (one) =>
          !isChangeDescriptor(one.text) && !/\b(?:change|internal)\b/i.test(soleName(one.label)),
      );
  if (receiving.length === 0) throw changeBranchOnlyError();
  return receiving.map(({ text: descriptor, label }) => ({ label, descriptor }));
}

/** Drops a label that also mentions the receive branch: “Receive and change descriptor”. */
function soleName(label: string): string {
  return /\b(?:receiv\w*|external|deposit)\b/i.test(label) ? '' : label;
}

const MAX_LABEL = 60;

function labelFrom(before: string): string {
  const line = before.slice(-200).trimEnd().split('\n').at(-1) ?? '';
  const words = line.replace(/^[\s#*"'>|,;-]+|[\s:=&"'`|>]+$/g, '');
  return words.length > MAX_LABEL ? '' : words;
}

const KEY = /(?:\[[^\]\s]{0,200}\])?\b[a-z]pub[1-9A-HJ-NP-Za-km-z]{100,}/gi;
/** A key with brackets, functions or a path around it is probably from an incomplete descriptor. */
const PART_OF_DESCRIPTOR =
  /multi|\b(?:w?pkh|w?sh|tr)\(|[({]\s*(?:\[[^\]]{0,200}\])?[a-z]pub|\b[a-z]pub\w{100,115}(?:\s*[)}]|\/[^\s"]*)/i;

/**
 * Reads the extended public keys in a text, with the path and fingerprint that it gives for each.
 */
export function readKeyLines(text: string): WalletCandidate[] | undefined {
  const keys = keysOf(text);
  if (keys.length === 0) return undefined;
  if (PART_OF_DESCRIPTOR.test(text)) throw brokenDescriptorError();
  // In a damaged JSON file, the lines do not show which path belongs to which key.
  if (/"\s*:/.test(text)) throw brokenFileError();
  // A line such as `D34DB33F: xpub…` comes from the file of a multisig wallet.
  if (keys.some(({ label, use }) => /^[0-9a-f]{8}$/i.test(label) && !use))
    throw singleCosignerError();
  return walletCandidatesFromKeys(keys);
}

function keysOf(text: string): WalletFileKey[] {
  const found = [...text.matchAll(KEY)];
  const isOne = new Set(found.map(([key]) => key)).size === 1;
  return found.slice(0, isOne ? 1 : undefined).map((match, place) => {
    const before = text.slice(endOf(found[place - 1]), match.index);
    const own = isOne ? text : before;
    const label = labelFrom(before);
    return {
      label: FIELD_NAME.test(label) ? '' : label,
      key: match[0],
      path: /\bm\/[\d'hH/]+|\b\d+['hH](?:\/\d+['hH])+/.exec(own)?.[0],
      fingerprint: /(?:fingerprint|xfp)\W{1,4}([0-9a-f]{8})\b/i.exec(isOne ? text : own)?.[1],
      use: scriptTypeFromName(own.replaceAll(KEY, '')),
    };
  });
}

const FIELD_NAME = /^(?:\W*|(?:master |extended |account )*(?:public )?key|[a-z]pub)$/i;

function endOf(match: RegExpExecArray | undefined): number {
  return match === undefined ? 0 : match.index + match[0].length;
}
