import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createDemo } from '@/lib/accounts/create-demo';
import { createRuntime } from '@/lib/runtime';

/**
 * Creates the demo shop in an empty installation. Stores the shop's key and its owner's sign-in where
 * only the owner of the data folder can read them, to be read again after the first start has shown them.
 */
const { db, database, vault, clock, env } = createRuntime(process.env);
try {
  const demo = env.demo ? await createDemo(db, vault, clock()) : undefined;
  if (demo) {
    mkdirSync(env.dataDir, { recursive: true });
    const file = path.join(env.dataDir, 'demo.json');
    const secrets = {
      email: demo.email,
      password: demo.password,
      api_key: demo.apiKey,
      signing_secret: demo.signingSecret,
    };
    writeFileSync(`${file}.new`, `${JSON.stringify(secrets, undefined, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
} finally {
  await database.close();
}
