import type { AddressType } from '@/lib/bitcoin/extended-key';
import { invalidField } from '@/lib/domain/problems';
import type { WalletInput } from '@/lib/keys/preview-addresses';

export interface DerivationScheme {
  /** One or more extended keys with options in brackets, or a descriptor. */
  readonly text: string;
  /** For each account key, the path to it from its device's master key: `d34db33f/84h/0h/0h`. */
  readonly origins: ReadonlyMap<string, string>;
}

const OPTIONS = ['legacy', 'p2sh', 'taproot', 'keeporder'] as const;
type Option = (typeof OPTIONS)[number];

const TYPES: Readonly<Partial<Record<Option, AddressType>>> = {
  legacy: 'pkh',
  p2sh: 'sh(wpkh)',
  taproot: 'tr',
};

/**
 * Returns the wallet of a derivation scheme: branch 0, whose addresses the invoices use. A plain
 * `xpub` is native segwit. `2-of-…` is a multisig wallet, whose keys are sorted unless the scheme
 * keeps their order.
 *
 * @throws Problem `invalid_request` for a scheme that no descriptor can express; never quotes it
 */
export function parseDerivationScheme(
  { text, origins }: DerivationScheme,
  network: WalletInput['network'],
): WalletInput {
  const scheme = text.trim();
  if (/[(){}]/.test(scheme)) return { network, descriptor: scheme };
  const [, keys = '', brackets = ''] = /^([0-9A-Za-z-]+?)((?:-\[[a-z0-9]+\])*)$/.exec(scheme) ?? [];
  const options = [...brackets.matchAll(/[a-z0-9]+/g)].map(([option]) => option);
  if (keys === '' || !options.every(isOption)) throw unknownScheme();
  const withOrigin = (key: string) => {
    const origin = origins.get(key);
    return origin === undefined ? key : `[${origin}]${key}`;
  };
  const [threshold, several] = keys.split('-of-');
  if (several === undefined) {
    if (keys.includes('-')) throw unknownScheme();
    const addressType = options.map((option) => TYPES[option]).find((type) => type);
    const descriptor = withOrigin(keys);
    return addressType ? { network, descriptor, addressType } : { network, descriptor };
  }
  const branches = several.split('-').map((key) => `${withOrigin(key)}/0/*`);
  const multi = options.includes('keeporder') ? 'multi' : 'sortedmulti';
  const script = `${multi}(${threshold},${branches.join(',')})`;
  return { network, descriptor: wrapped(script, options) };
}

function wrapped(script: string, options: readonly Option[]): string {
  if (options.includes('taproot')) throw unknownScheme();
  if (options.includes('legacy')) return `sh(${script})`;
  return options.includes('p2sh') ? `sh(wsh(${script}))` : `wsh(${script})`;
}

function isOption(text: string): text is Option {
  return OPTIONS.some((option) => option === text);
}

function unknownScheme() {
  return invalidField(
    '/store',
    'unknown_scheme',
    'The derivation scheme of the store’s wallet is of a kind that Blocktally does not know.',
  );
}
