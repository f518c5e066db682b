import { nearestName } from '@/lib/nearest-name';

/** An unknown variable, and the setting that it was probably meant to be. */
export interface Misspelled {
  readonly name: string;
  readonly meant: string;
}

/**
 * The prefixes of our settings: no other program has settings that begin like this and are nearly
 * ours.
 */
const OUR_PREFIX = /^(?:BITCOIN|AUTH_(?:GITHUB|GOOGLE|OIDC)|ESPLORA|TRUSTED|WEBHOOK)_/;

/** Minimum length of a name: shorter ones are near too many others, such as HOST and PORT. */
const MIN_LENGTH = 7;

/**
 * Unknown variables whose names nearly match a setting. Environments have dozens of variables of
 * other programs, so a name may differ by only a letter or two.
 */
export function misspelledVariables(
  names: readonly string[],
  settings: readonly string[],
): Misspelled[] {
  const known = settings.filter(({ length }) => length >= MIN_LENGTH);
  return names.flatMap((name) => {
    if (settings.includes(name)) return [];
    const capital = name.toUpperCase();
    if (settings.includes(capital)) return [{ name, meant: capital }];
    const near = nearestName(capital, known);
    return near && near.edits <= limitFor(capital) ? [{ name, meant: near.name }] : [];
  });
}

function limitFor(name: string): number {
  if (OUR_PREFIX.test(name)) return 3;
  return name.length < 12 ? 1 : 2;
}
