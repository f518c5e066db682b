import { execFileSync } from 'node:child_process';

/**
 * Spawn options for a program that must not run as root, because file permissions do not restrict
 * root. Empty if this process does not run as root.
 */
export const ordinaryUserOptions: { readonly uid?: number; readonly gid?: number } =
  process.getuid?.() === 0 ? { uid: idOfNobody('-u'), gid: idOfNobody('-g') } : {};

function idOfNobody(flag: string): number {
  return Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
}
