import { nearestName } from '@/lib/nearest-name';

/** An unknown variable, and the setting that it was probably meant to be. */
export interface Misspelled {
  readonly name: string;
  readonly meant: string;
}

/**
 * The prefixes of our settings. Other programs have no settings that begin like this and nearly
 * match ours.
 */
const OUR_PREFIX = /^(?:BITCOIN|AUTH_(?:GITHUB|GOOGLE|OIDC)|ESPLORA|TRUSTED|WEBHOOK)_/;

/**
 * Minimum length of a name, since shorter names are similar to too many others, such as HOST and
 * PORT.
 */
const MIN_LENGTH = 7;

/**
 * Returns unknown variables whose names nearly match a setting. Environments contain dozens of
 * variables of other programs, so only a difference of a letter or two counts.
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
