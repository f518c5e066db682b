import type { TestProject } from 'vitest/node';
import { startTestPostgres, type TestPostgres } from './postgres-server';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

// Both test projects with a database load this file and share one server.
const shared = globalThis as { testPostgres?: { server: Promise<TestPostgres>; users: number } };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.testPostgres ??= { server: startTestPostgres(), users: 0 };
  const holder = shared.testPostgres;
  holder.users += 1;
  const server = await holder.server;
  project.provide('postgresUrl', server.url);
  return async () => {
    holder.users -= 1;
    if (holder.users > 0) return;
    delete shared.testPostgres;
    await server.stop();
  };
}
