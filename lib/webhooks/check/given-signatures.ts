import type { Scheme } from '../delivery/sign';

/** An unusual spelling of a signature. */
export type SignatureForm = 'as_sent' | 'base64' | 'without_prefix' | 'upper_case' | 'quoted';

export interface GivenSignature {
  readonly mac: Buffer;
  readonly form: SignatureForm;
}

/** Why a part of a signature header is not one of our signatures. */
export type UnreadableSignature =
  | 'other_version'
  | 'other_algorithm'
  | 'cut_off'
  | 'not_a_signature';

export interface GivenSignatures {
  readonly read: readonly GivenSignature[];
  readonly unreadable: readonly UnreadableSignature[];
}

const MAC_BYTES = 32;

/** The signatures in a header's value, one per valid secret. */
export function givenSignatures(scheme: Scheme, value: string): GivenSignatures {
  const plain = value.replaceAll(/["']/g, '').trim();
  const quoted = plain !== value.trim();
  const separator = scheme === 'standard' ? /\s+/ : ',';
  const parts = plain.split(separator).flatMap((part) => part.trim() || []);
  const all = parts.map((part) => readPart(scheme, part));
  return {
    read: all.flatMap((one) =>
      typeof one === 'string' ? [] : [quoted && one.form === 'as_sent' ? asQuoted(one) : one],
    ),
    unreadable: all.filter((one) => typeof one === 'string'),
  };
}

const asQuoted = ({ mac }: GivenSignature): GivenSignature => ({ mac, form: 'quoted' });

function readPart(scheme: Scheme, part: string): GivenSignature | UnreadableSignature {
  return scheme === 'standard' ? readStandard(part) : readHex(part);
}

function readStandard(part: string): GivenSignature | UnreadableSignature {
  const { version, text = '' } = /^(?<version>v\d+a?),(?<text>.*)$/.exec(part)?.groups ?? {};
  if (version === undefined) return mac(part, 'without_prefix') ?? 'not_a_signature';
  if (version !== 'v1') return 'other_version';
  return mac(text, 'as_sent') ?? 'cut_off';
}

function readHex(part: string): GivenSignature | UnreadableSignature {
  const { algorithm, text = '' } =
    /^(?<algorithm>[a-z][\w-]*)=(?<text>.+)$/i.exec(part)?.groups ?? {};
  if (algorithm === undefined) {
    const found = readDigits(part);
    return typeof found === 'string' ? found : { ...found, form: widest(found, 'without_prefix') };
  }
  if (!/^sha-?256$/i.test(algorithm)) {
    return /^v\d/.test(algorithm) ? 'other_version' : 'other_algorithm';
  }
  return readDigits(text);
}

const widest = ({ form }: GivenSignature, other: SignatureForm) =>
  form === 'as_sent' ? other : form;

function readDigits(text: string): GivenSignature | UnreadableSignature {
  if (/^[0-9a-f]+$/i.test(text) && text.length <= MAC_BYTES * 2) {
    if (text.length < MAC_BYTES * 2) return 'cut_off';
    const form = text === text.toLowerCase() ? 'as_sent' : 'upper_case';
    return { mac: Buffer.from(text, 'hex'), form };
  }
  return mac(text, 'base64') ?? 'not_a_signature';
}

function mac(base64: string, form: SignatureForm): GivenSignature | undefined {
  const bytes = Buffer.from(base64, 'base64');
  return bytes.length === MAC_BYTES ? { mac: bytes, form } : undefined;
}
