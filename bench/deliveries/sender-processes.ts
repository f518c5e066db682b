import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { tsxArgs } from '../support/processes';

/** Sends due deliveries with several processes. Returns the number that each process sent. */
export async function sendWithProcesses(databaseUrl: string, processes: number) {
  const senders = await Promise.all(Array.from({ length: processes }, () => start(databaseUrl)));
  const began = performance.now();
  const sent = await Promise.all(senders.map(go));
  const seconds = (performance.now() - began) / 1_000;
  for (const sender of senders) sender.kill();
  return { sent: sent.reduce((sum, one) => sum + one, 0), seconds };
}

async function start(databaseUrl: string): Promise<ChildProcess> {
  const command = tsxArgs('bench/deliveries/sender-process.ts', databaseUrl);
  const sender = spawn(process.execPath, command, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, NODE_ENV: 'production' },
  });
  await answerOf(sender);
  return sender;
}

async function go(sender: ChildProcess): Promise<number> {
  sender.send('go');
  return Number(await answerOf(sender));
}

async function answerOf(sender: ChildProcess): Promise<unknown> {
  const ended = once(sender, 'exit').then(() => {
    throw new Error('a sender process has ended');
  });
  const [answer] = await Promise.race([once(sender, 'message'), ended]);
  return answer;
}
