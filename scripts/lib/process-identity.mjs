import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * Identifies a process by pid and start time, because a later process can have the same pid.
 *
 * @returns {string | undefined} undefined if there is no such process, or only its zombie
 */
export function processIdentity(pid) {
  if (process.platform === 'linux') {
    const stat = readStat(pid);
    return stat && stat.state !== 'Z' && stat.state !== 'X' ? `${pid} ${stat.started}` : undefined;
  }
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], options).trim();
    return line && !line.startsWith('Z') ? `${pid} ${line.replace(/^\S+\s+/, '')}` : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process with this {@link processIdentity} is still running. */
export function isRunning(identity) {
  const pid = Number.parseInt(identity, 10);
  return Number.isInteger(pid) && pid > 0 && processIdentity(pid) === identity;
}

/**
 * Reads the fields after the name, which is in parentheses and may contain spaces. Field 3 is the
 * state, and field 22 the start time (proc(5)).
 */
function readStat(pid) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0], started: fields[19] };
  } catch {
    return undefined;
  }
}
