import { nearestName } from '@/lib/nearest-name';

export interface MisspelledVariable {
  readonly name: string;
  readonly meant: string;
}

/**
 * Matches the prefixes of our settings. A name with such a prefix may differ from a setting in
 * three letters, because no variable of another program is that similar.
 */
const OUR_PREFIX = /^(?:BITCOIN|AUTH_(?:GITHUB|GOOGLE|OIDC)|ESPLORA|TRUSTED|WEBHOOK)_/;

/**
 * Minimum length of a name. Shorter names, such as HOST and PORT, are similar to too many others.
 */
const MIN_LENGTH = 7;

/**
 * Returns the unknown variables whose names nearly match a setting. Without one of our prefixes, at
 * most two letters may differ, because an environment contains many variables of other programs.
 */
export function misspelledVariables(
  names: readonly string[],
  settings: readonly string[],
): MisspelledVariable[] {
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
