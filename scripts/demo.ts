import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDemo, type Demo } from '@/lib/accounts/create-demo';
import { createRuntime } from '@/lib/runtime';

/**
 * Creates the demo shop in an empty installation. The data folder keeps the shop's key and its
 * owner's sign-in for later. Only the user who runs the server can read them.
 */
const { db, database, vault, clock, env } = createRuntime(process.env);
try {
  if (env.demo) await createDemo(db, vault, clock(), keep);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await database.close();
}

function keep(demo: Demo): void {
  const file = path.join(env.dataDir, 'demo.json');
  const secrets = {
    email: demo.email,
    password: demo.password,
    api_key: demo.apiKey,
    signing_secret: demo.signingSecret,
  };
  mkdirSync(env.dataDir, { recursive: true });
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
