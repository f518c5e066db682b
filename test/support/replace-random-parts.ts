import { createHash } from 'node:crypto';

const ID = /\b([a-z]{2,3})_(test_)?(?:[0-9A-Za-z]{22}|[0-9a-f]{32})\b/g;
const HASH = /\b[0-9a-f]{64}\b/g;

/** Replaces the random parts of a text. Equal parts get equal replacements. */
export function replaceRandomParts(
  text: string,
  replacements: Readonly<Record<string, string>>,
): string {
  let stable = text;
  for (const [from, to] of Object.entries(replacements)) stable = stable.replaceAll(from, to);
  return replaceEach(
    replaceEach(stable, ID, (match, place) => {
      const prefix = match.slice(0, match.lastIndexOf('_') + 1);
      return prefix + digest(prefix, place).toString('base64').replace(/[+/=]/g, '').slice(0, 22);
    }),
    HASH,
    (match, place) => (/^0+$/.test(match) ? match : digest('hash', place).toString('hex')),
  ).replace(/(?<=Wait )\d+(?= seconds)/g, '17');
}

function replaceEach(
  text: string,
  pattern: RegExp,
  replace: (match: string, place: number) => string,
): string {
  const places = new Map<string, string>();
  return text.replace(pattern, (match) => {
    const known = places.get(match) ?? replace(match, places.size);
    places.set(match, known);
    return known;
  });
}

const digest = (kind: string, place: number) =>
  createHash('sha256').update(`${kind} ${place}`).digest();
