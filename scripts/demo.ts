import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDemo } from '@/lib/accounts/create-demo';
import { createRuntime } from '@/lib/runtime';

/**
 * Gives an empty installation its demo shop, and keeps the shop's key where only the owner of
 * the data folder can read it, so that every start can show it.
 */
const { db, database, vault, clock, env } = createRuntime(process.env);
try {
  const key = await createDemo(db, vault, clock());
  if (key) {
    mkdirSync(env.dataDir, { recursive: true });
    const file = path.join(env.dataDir, 'demo.json');
    const secrets = { api_key: key.apiKey, signing_secret: key.signingSecret };
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
} finally {
  await database.close();
}
