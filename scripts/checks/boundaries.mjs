import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { globalsUsed } from './globals-used.mjs';
import { CLIENT_MAY, IMPORT_RULES, READS_ENVIRONMENT, SERVER_PACKAGES } from './import-rules.mjs';

const CODE = /(?<!\.d)\.(?:ts|tsx|mts|mjs|js)$/;
const TEST = /\.test\.tsx?$/;

/** Imports, packages and globals that the table forbids, and reads of the environment elsewhere. */
export function checkBoundaries(root, files) {
  return files
    .filter((file) => CODE.test(file))
    .flatMap((file) => complaintsAbout(file, readFileSync(path.join(root, file), 'utf8')));
}

/** @returns {string[]} what is wrong with one file, given its path and its text */
export function complaintsAbout(file, text) {
  const { program, module, errors } = parseSync(file, text);
  if (errors.length > 0) return [`${file} cannot be parsed: ${errors[0].message}`];
  const client = program.body.some((statement) => statement.directive === 'use client');
  const rule = IMPORT_RULES.find((row) => file.startsWith(row.files));
  if (!rule) return [`${file} has no row in scripts/checks/import-rules.mjs`];
  const found = [];
  for (const imported of importsOf(module, text)) {
    if (imported.path === undefined) {
      found.push(`${file} imports a path that is put together while it runs`);
      continue;
    }
    const target = resolve(file, imported.path);
    if (!TEST.test(file)) found.push(...complaintsAboutImport(file, rule, target, imported.type));
    if (client && !imported.type && !isForClient(target)) {
      found.push(`${file} runs in the browser and takes values from ${target.name}`);
    }
  }
  if (!TEST.test(file)) {
    for (const { kind, name } of globalsUsed(program)) {
      if (rule.globals === 'all' || rule.globals.includes(kind)) continue;
      found.push(`${file} uses ${name} (${kind}); ${rule.files} may use ${listOf(rule.globals)}`);
    }
  }
  if (!startsWithAny(file, READS_ENVIRONMENT) && readsEnvironment(program, module)) {
    found.push(`${file} reads process.env; only lib/runtime.ts does, and hands it on`);
  }
  return found;
}

function complaintsAboutImport(file, rule, target, type) {
  const { may, types = [], packages } = rule;
  const allowed = target.own
    ? startsWithAny(target.name, may) || (type && startsWithAny(target.name, types))
    : packages === 'all' || packages.some((name) => isOfPackage(target.name, name));
  if (allowed) return [];
  const names = target.own ? listOf(may) : `the packages ${listOf(packages)}`;
  return [`${file} imports ${target.name}; ${rule.files} may import ${names}`];
}

function importsOf(module, text) {
  const statics = module.staticImports.map((one) => ({
    path: one.moduleRequest.value,
    type: one.entries.length > 0 && one.entries.every((entry) => entry.isType),
  }));
  const exports = module.staticExports
    .flatMap((one) => one.entries)
    .filter((entry) => entry.moduleRequest)
    .map((entry) => ({ path: entry.moduleRequest.value, type: entry.isType }));
  const dynamics = module.dynamicImports.map(({ moduleRequest: { start, end } }) => ({
    path: /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end))?.[2],
    type: false,
  }));
  return [...statics, ...exports, ...dynamics];
}

/** @returns {{ name: string, own: boolean }} a path from the root, or a package's name */
function resolve(file, imported) {
  if (imported.startsWith('@/')) return { name: imported.slice(2), own: true };
  if (!imported.startsWith('.')) return { name: imported, own: false };
  return { name: path.posix.join(path.posix.dirname(file), imported), own: true };
}

/** @param name a package or one of its entries; with "/" or ":" at the end, every name with that start */
function isOfPackage(imported, name) {
  if (/[/:]$/.test(name)) return imported.startsWith(name);
  return imported === name || imported.startsWith(`${name}/`);
}

const listOf = (names) => names.join(', ') || 'nothing';

function isForClient({ name, own }) {
  return own ? startsWithAny(name, CLIENT_MAY) : !startsWithAny(name, SERVER_PACKAGES);
}

/** The build replaces these with constants, so the program does not read them. */
const BUILT_IN = ['NEXT_RUNTIME', 'NODE_ENV'];

function readsEnvironment(program, module) {
  let reads = module.staticImports.some((one) => one.moduleRequest.value === 'node:process');
  let builtIn = 0;
  new Visitor({
    MemberExpression(node) {
      if (isEnvironment(node)) reads ||= --builtIn < 0;
      else if (isEnvironment(node.object) && BUILT_IN.includes(node.property.name)) builtIn = 1;
    },
    VariableDeclarator(node) {
      if (node.id.type === 'ObjectPattern' && node.init?.name === 'process') reads = true;
    },
  }).visit(program);
  return reads;
}

function isEnvironment({ type, object, property }) {
  return (
    type === 'MemberExpression' &&
    object.name === 'process' &&
    (property.name ?? property.value) === 'env'
  );
}

const startsWithAny = (text, starts) => starts.some((start) => text.startsWith(start));
