import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Phrases that readers have to read twice, with their replacements. "…" is any one word. */
const BANNED = {
  'at once': '"concurrently" or "immediately"',
  whoever: 'the noun',
  'those of': 'the noun',
  'that of': 'the noun',
  'for ever': '"permanently", or how long',
  meanwhile: 'during what',
  'by itself': '"automatically", or nothing',
  'stands still': '"stalls"',
  'is had': 'who has it',
  'is told': '"is notified"',
  'takes for': '"confuses with"',
  'what waits': 'what is pending',
  'of that time': '"in this period"',
  'beside that': '"also"',
  'nobody looked': 'who reads what',
  'no … but': '"only"',
};
const GAP = String.raw`\s+(?:(?:\*|//|#)\s+)?`;
const phrase = (words) => words.split(' ').join(GAP).replace('…', '[a-z]+');
const PHRASES = new RegExp(String.raw`\b(?:${Object.keys(BANNED).map(phrase).join('|')})\b`, 'gi');
const PREFIXES = /\b(?:MOST|LEAST)_\w*/g;

const TEXT =
  /\.(?:ts|tsx|mjs|js|css|md|sh|sql|ya?ml|jsonc|py|rb|php|go|txt)$|(?:^|\/)[^.]+$|\.example$/;
/** Texts by others, generated files, and the list of phrases itself are not checked. */
const EXEMPT =
  /^LICENSE$|\.license\.txt$|^test\/vectors\/|^db\/migrations\/|^scripts\/checks\/words\./;

/** Only the subjects of later commits are checked. */
const BASE = '8ff0d6dc7fd2df1054cf39653b924e9027a99ed7';
const MAX_SUBJECT = 72;
const NOT_IMPERATIVE = /^[A-Z]|(?<!e|^emb)ed$|(?<!^br|^p|^str)ing$|(?<!s|^focu)s$/;

/**
 * Reports banned phrases in the project's texts, and commit subjects that are too long or have no
 * imperative.
 */
export function checkWords(root, files) {
  const texts = files.filter((file) => TEXT.test(file) && !EXEMPT.test(file));
  return [
    ...texts.flatMap((file) => bannedWordsIn(file, readFileSync(path.join(root, file), 'utf8'))),
    ...listCommitSubjects(root, BASE).flatMap(findCommitSubjectFaults),
  ];
}

/** @returns {string[]} the banned phrases in a text, even if they span two lines of a comment */
export function bannedWordsIn(file, text) {
  return [...text.matchAll(PHRASES), ...text.matchAll(PREFIXES)].map(({ 0: found, index }) => {
    const words = found.replace(new RegExp(GAP, 'g'), ' ');
    const better = BANNED[words.toLowerCase()] ?? (/_/.test(words) ? 'MAX_ or MIN_' : '"only"');
    return `${file}:${text.slice(0, index).split('\n').length} says "${words}": write ${better}`;
  });
}

/** @returns {string[]} the faults of a commit's subject */
export function findCommitSubjectFaults(subject) {
  const [, verb] = /^[^:]+: ([\w-]+)/.exec(subject) ?? [];
  const faults = [];
  if (subject.length > MAX_SUBJECT)
    faults.push(`has ${subject.length} characters, of ${MAX_SUBJECT}`);
  if (!verb) faults.push('has no "area: change"');
  else if (NOT_IMPERATIVE.test(verb))
    faults.push(`begins with "${verb}", which is no imperative in lower case`);
  return faults.map((fault) => `the commit "${subject}" ${fault}`);
}

/**
 * Returns the subjects of the commits after `base`; none without git, or if the clone lacks `base`.
 */
export function listCommitSubjects(root, base) {
  try {
    const args = ['log', '--no-merges', '--format=%s', `${base}..HEAD`];
    const options = { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', args, options).split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
