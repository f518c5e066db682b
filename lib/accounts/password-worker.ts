import { on } from 'node:events';
import { parentPort } from 'node:worker_threads';
import { hashText, matchesHash } from './argon2';
import type { PasswordResult, PasswordTask } from './password-thread';

if (parentPort) {
  for await (const [task] of on(parentPort, 'message')) {
    parentPort.postMessage(await resultOf(task));
  }
}

async function resultOf({ text, hash }: PasswordTask): Promise<PasswordResult> {
  try {
    return { value: await (hash === undefined ? hashText(text) : matchesHash(text, hash)) };
  } catch (error) {
    return { fault: String(error) };
  }
}
