import { execFileSync } from 'node:child_process';

/**
 * Spawn options for an ordinary user, because permissions do not restrict root. Empty if this
 * process runs as an ordinary user.
 */
export const ordinaryUser: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

function idOfNobody(flag: string): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
