import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const OWN_PATH =
  /^(?:\.ci|app|bench|db|docs|e2e|examples|inngest|lib|public|scripts|sdk|test)\/\S*$/;
const PAGES = /^(?:[^/]+\.md|(?:docs|examples|sdk)\/.+\.md)$/;

/** Names in pages of what does not exist, codes and settings without a page, pages without a code. */
export function checkDocs(root, files) {
  const pages = files.filter((file) => PAGES.test(file));
  const known = new Set([...files, ...files.flatMap(foldersOf)]);
  const scripts = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).scripts;
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  return [
    ...pages.flatMap((page) => complaintsAboutPage(page, read(page), { known, scripts, read })),
    ...complaintsAboutProblems(root, files),
    ...complaintsAboutSettings(root),
  ];
}

/**
 * @param {{ known: Set<string>, scripts: Record<string, string>, read: (file: string) => string }} checkout
 */
export function complaintsAboutPage(page, text, { known, scripts, read }) {
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

/** A name with a placeholder (`docs/errors/<code>.md`, `db/schema/*`) stands for its folder. */
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

function complaintsAboutProblems(root, files) {
  const codes = keysOf(root, 'lib/http/problem-table.ts', (node) =>
    node.type === 'VariableDeclarator' && node.id.name === 'PROBLEMS' ? node.init : undefined,
  );
  const pages = files
    .filter((file) => /^docs\/errors\/[a-z_]+\.md$/.test(file))
    .map((file) => path.posix.basename(file, '.md'));
  return [
    ...missing(codes, pages).map(
      (code) => `docs/errors/${code}.md is missing: it is an error code`,
    ),
    ...missing(pages, codes).map((page) => `docs/errors/${page}.md explains no error code`),
  ];
}

/**
 * .env.example shows every variable that the server reads, and no other, and a page explains each. The
 * networks' variables are alike: it may omit some, and the page names them `BITCOIN_<NETWORK>`.
 */
function complaintsAboutSettings(root) {
  const ofServer = keysOf(root, 'lib/env.ts', (node) =>
    node.type === 'VariableDeclarator' && node.id.name === 'schema'
      ? node.init.arguments[0]
      : undefined,
  );
  const ofRates = keysOf(root, 'lib/rates/rate-variables.ts', (node) =>
    node.type === 'VariableDeclarator' && node.id.name === 'rateVariables' ? node.init : undefined,
  );
  const read = [...ofServer, ...ofRates];
  const networks = keysOf(root, 'lib/domain/network.ts', (node) =>
    node.type === 'VariableDeclarator' && node.id.name === 'FACTS' ? node.init : undefined,
  );
  const ofNetwork = (name) => [name, `${name}_PUSH`, `${name}_EXPLORER`];
  const all = [
    ...read,
    ...networks.flatMap((network) => ofNetwork(`BITCOIN_${network.toUpperCase()}`)),
  ];
  const example = path.join(root, '.env.example');
  const shown = existsSync(example)
    ? [...readFileSync(example, 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
        ([, name]) => name,
      )
    : [];
  const manual = 'docs/self-hosting.md';
  const explained = readFileSync(path.join(root, manual), 'utf8').match(/\b[A-Z][A-Z0-9_<>]+/g);
  return [
    ...missing([...read, ...ofNetwork('BITCOIN_<NETWORK>')], explained ?? []).map(
      (name) => `${manual} does not explain ${name}`,
    ),
    ...missing(read, shown).map((name) => `.env.example does not show ${name}`),
    ...missing(shown, all).map((name) => `.env.example shows ${name}, which nothing reads`),
  ];
}

/** Keys of the object literal that `find` returns. */
function keysOf(root, file, find) {
  const { program } = parseSync(file, readFileSync(path.join(root, file), 'utf8'));
  let keys;
  new Visitor({
    VariableDeclarator(node) {
      let value = find(node);
      while (value?.expression) value = value.expression;
      if (value?.properties)
        keys = value.properties.flatMap(({ key }) => key?.name ?? key?.value ?? []);
    },
  }).visit(program);
  if (!keys) throw new Error(`${file} no longer has the table that this check reads`);
  return keys;
}

const missing = (all, present) => all.filter((one) => !present.includes(one));

function foldersOf(file) {
  const folders = [];
  for (let at = path.posix.dirname(file); at !== '.'; at = path.posix.dirname(at)) folders.push(at);
  return folders;
}
