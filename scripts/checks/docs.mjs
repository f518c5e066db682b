import { readFileSync } from 'node:fs';
import path from 'node:path';

const OWN_PATH =
  /^(?:\.ci|app|app-stores|bench|db|docs|e2e|examples|inngest|lib|public|scripts|sdk|test)\/\S*$/;
/**
 * The maximum number of words in all guides together. A page may grow only if another one shrinks.
 */
const MAX_WORDS = 26_000;
const GUIDE = /^docs\/[^/]+\.md$/;
const PAGES = /^(?:[^/]+\.md|(?:docs|examples|sdk)\/.+\.md)$/;

/** Reports files, headings and commands that a page mentions but that do not exist. */
export function checkDocs(root, files) {
  const pages = files.filter((file) => PAGES.test(file));
  const known = new Set([...files, ...files.flatMap(foldersOf)]);
  const scripts = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts;
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const words = wordsIn(pages.filter((page) => GUIDE.test(page)).map(read));
  return [
    ...pages.flatMap((page) => findDocPageFaults(page, read(page), { known, scripts, read })),
    ...(words > MAX_WORDS ? [`docs/*.md have ${words} words, more than ${MAX_WORDS}`] : []),
  ];
}

function wordsIn(texts) {
  return texts.reduce((total, text) => total + text.split(/\s+/).filter(Boolean).length, 0);
}

/**
 * @param {{ known: Set<string>, scripts: Record<string, string>, read: (file: string) => string }} checkout
 */
export function findDocPageFaults(page, text, { known, scripts, read }) {
  const prose = text.replace(/^```.*?^```/gms, '');
  const found = [];
  for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/.test(target)) continue;
    const [file, anchor] = target.split('#');
    const name = file ? path.posix.join(path.posix.dirname(page), file) : page;
    if (file && !known.has(name.replace(/\/$/, ''))) {
      found.push(`${page} links to ${target}, which does not exist`);
    } else if (anchor && !anchorsOf(name === page ? text : read(name)).has(anchor)) {
      found.push(`${page} links to ${target}, and there is no such heading`);
    }
  }
  for (const [, code] of prose.matchAll(/`([^`\n]+)`/g)) {
    if (OWN_PATH.test(code) && !exists(code, known)) {
      found.push(`${page} names ${code}, which does not exist`);
    }
  }
  for (const [, name] of text.matchAll(/\bnpm run (?:-s )?([a-z][\w:-]*)/g)) {
    if (!scripts[name]) found.push(`${page} names "npm run ${name}", which does not exist`);
  }
  return found;
}

/**
 * For a name with a placeholder (`docs/errors/<code>.md`, `db/schema/*`), the folder must exist.
 */
function exists(code, known) {
  const plain = code.replace(/[/.,:]+$/, '');
  const open = plain.search(/[<*…{]|NNNN/);
  return known.has(open < 0 ? plain : path.posix.dirname(`${plain.slice(0, open)}x`));
}

function anchorsOf(text) {
  const headings = text.matchAll(/^#{1,6} (.+)$/gm);
  return new Set(
    [...headings].map(([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .trim()
        .replace(/\s/g, '-'),
    ),
  );
}

function foldersOf(file) {
  const folders = [];
  for (let at = path.posix.dirname(file); at !== '.'; at = path.posix.dirname(at)) folders.push(at);
  return folders;
}
