import { execFileSync } from 'node:child_process';

/**
 * Spawn options of an ordinary user, since no permission stops root. Empty if this process has an
 * ordinary user.
 */
export const ordinaryUser: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

function idOfNobody(flag: string): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
