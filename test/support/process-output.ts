import type { ChildProcess } from 'node:child_process';

export interface ProcessOutput {
  text(): string;
  /** Whether all processes that write to the output have exited, and the whole output was read. */
  isWhole(): boolean;
}

export function outputOf(child: ChildProcess): ProcessOutput {
  let text = '';
  let isWhole = false;
  child.once('close', () => {
    isWhole = true;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { text: () => text, isWhole: () => isWhole };
}
