import { readFileSync } from 'node:fs';
import path from 'node:path';

/** What would make "npm ci" fail, or install other packages, on another machine. */
export function checkLockfile(root) {
  const lock = readJson(path.join(root, 'package-lock.json')).packages;
  const manifest = readJson(path.join(root, 'package.json'));
  return [
    ...complaintsAboutLock(lock),
    ...complaintsAboutManifest(manifest, lock['']),
    ...complaintsAboutScripts(lock, manifest.allowScripts ?? {}),
  ];
}

/** @param {Record<string, any>} lock the "packages" of a package-lock.json */
export function complaintsAboutLock(lock) {
  const found = [];
  for (const [where, entry] of Object.entries(lock)) {
    const wanted = { ...entry.dependencies, ...entry.optionalDependencies };
    for (const name of Object.keys(wanted)) {
      if (!hasEntry(lock, where, name)) {
        found.push(`${where || 'package.json'} needs ${name}, which the lockfile does not have`);
      }
    }
    // npm 10 fails with EBADPLATFORM for a package of another system that is not optional.
    const bound = entry.cpu || entry.libc || !runsOnEverySystem(entry.os);
    if (bound && !entry.optional && !entry.devOptional) {
      found.push(`${where} is for some systems only, and the lockfile does not call it optional`);
    }
    if (entry.resolved && !/^https:\/\/[\w.-]+\.[a-z]+\//.test(entry.resolved)) {
      found.push(`${where} comes from ${entry.resolved}, which others may not reach`);
    }
  }
  return found;
}

/** Exact versions only: a range would install versions that we have not tested. */
export function complaintsAboutManifest(manifest, root) {
  const found = [];
  for (const kind of ['dependencies', 'devDependencies']) {
    for (const [name, version] of Object.entries(manifest[kind] ?? {})) {
      if (!/^\d+\.\d+\.\d+/.test(version)) found.push(`${name} must have an exact version`);
      if (root?.[kind]?.[name] !== version) {
        found.push(`${name} ${version} is not in the lockfile: run "npm install"`);
      }
    }
  }
  return found;
}

/**
 * A package can run its own script on every machine that installs it. package.json allows or denies
 * each such package by name.
 */
export function complaintsAboutScripts(lock, allowScripts) {
  const names = Object.entries(lock)
    .filter(([, entry]) => entry.hasInstallScript)
    .map(([where]) => where.replace(/^.*node_modules\//, ''));
  return [...new Set(names)]
    .filter((name) => allowScripts[name] === undefined)
    .map((name) => `${name} runs a script when it is installed: decide in "allowScripts"`);
}

/** A list of all supported systems excludes none of them. */
function runsOnEverySystem(os) {
  return !os || ['linux', 'darwin', 'win32'].every((system) => os.includes(system));
}

/** Node.js looks for a package in node_modules of every parent folder. */
function hasEntry(lock, where, name) {
  for (let base = where; ; ) {
    const entry = lock[`${base ? `${base}/` : ''}node_modules/${name}`];
    if (entry?.version || entry?.link) return true;
    if (!base) return false;
    const at = base.lastIndexOf('node_modules/');
    base = at <= 0 ? '' : base.slice(0, at - 1);
  }
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
