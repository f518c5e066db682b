import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';

export interface Route {
  readonly kind: 'route' | 'page';
  readonly method: string;
  readonly pattern: string;
}

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Returns the functions that a page's form or script can call, as `file#name`. */
export function listServerActions(): readonly string[] {
  const app = path.join(ROOT, 'app');
  return readdirSync(app, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => {
      const source = readFileSync(path.join(app, file), 'utf8');
      if (!/^\s*'use server'/m.test(source)) return [];
      return [...source.matchAll(/^export async function (\w+)/gm)].map(
        ([, name]) => `${file}#${name}`,
      );
    });
}

/** Reads the routes from the files, so a new file is tested too. */
export function allRoutes(): readonly Route[] {
  const app = path.join(ROOT, 'app');
  return readdirSync(app, { recursive: true, encoding: 'utf8' }).flatMap((file): Route[] => {
    const [, folder = '', kind] = /^(?:(.*)\/)?(route|page)\.tsx?$/.exec(file) ?? [];
    // Next.js makes no routes of files in a folder that begins with "_".
    if (kind === undefined || /(?:^|\/)_/.test(folder)) return [];
    const pattern = patternOf(folder);
    if (kind === 'page') return [{ kind, method: 'GET', pattern }];
    const source = readFileSync(path.join(app, file), 'utf8');
    return methodsOf(source).map((method) => ({ kind: 'route', method, pattern }));
  });
}

function patternOf(folder: string): string {
  const parts = folder
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('('))
    .map((part) => part.replace(/^\[+(?:\.{3})?(\w+)\]+$/, '{$1}'));
  return `/${parts.join('/')}`;
}

/** Returns a module's exports that are named after HTTP methods, in any export syntax. */
function methodsOf(source: string): string[] {
  const names = new Set<string>();
  for (const [, name = ''] of source.matchAll(
    /^export (?:const|async function|function) (\w+)/gm,
  )) {
    names.add(name);
  }
  for (const [, list = ''] of source.matchAll(/^export (?:const )?\{([^}]*)\}/gm)) {
    for (const part of list.split(',')) names.add(part.trim().replace(/^.* as /, ''));
  }
  return METHODS.filter((method) => names.has(method));
}
