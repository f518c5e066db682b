import { execFileSync } from 'node:child_process';

/**
 * Spawn options of an ordinary user: never root, whom no permission stops. Empty when this process
 * is one.
 */
export const ordinaryUser: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

function idOfNobody(flag: string): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
