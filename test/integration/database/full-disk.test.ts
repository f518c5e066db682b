import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { startPostgres } from '@/scripts/lib/postgres.mjs';

const MEBIBYTE = Buffer.alloc(2 ** 20);

/** Runs with a folder on its own small file system, which only root can mount. */
async function onSmallDisk(run: (disk: string) => Promise<void>): Promise<void> {
  const disk = mkdtempSync(path.join(tmpdir(), 'blocktally-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=160m,mode=755', 'tmpfs', disk]);
  try {
    await run(disk);
  } finally {
    execFileSync('umount', ['--lazy', disk]);
    rmSync(disk, { recursive: true });
  }
}

function fill(file: string): void {
  for (const piece of [MEBIBYTE, MEBIBYTE.subarray(0, 4_096)]) {
    try {
      for (;;) appendFileSync(file, piece);
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' });
    }
  }
}

test.runIf(process.platform === 'linux' && process.getuid?.() === 0)(
  'a database on a full disk starts again once there is room, and keeps every acknowledged commit',
  () =>
    onSmallDisk(async (disk) => {
      const dataDir = path.join(disk, 'data');
      const ballast = path.join(disk, 'ballast');
      const first = await startPostgres({ dataDir });
      chmodSync(dataDir, 0o711);
      const client = postgres(first.url, { max: 1, onnotice: () => {} });
      await client`create table kept (n int, filler text)`;
      fill(ballast);
      let kept = 0;
      const writing = async () => {
        for (; kept < 100_000; kept += 1) {
          await client`insert into kept values (${kept}, ${'x'.repeat(7_000)})`;
        }
      };
      await expect(writing()).rejects.toThrow(/No space left|connection|closed/i);
      await client.end({ timeout: 1 });
      process.kill(first.pid, 'SIGKILL');
      await first.gone();
      await first.release();

      for (const _ of ['first', 'second']) {
        const refused = await startPostgres({ dataDir }).catch((error: Error) => error.message);
        expect(refused).toMatch(/^PostgreSQL did not start; its disk has \d MB left\./);
        // After an interrupted recovery, PostgreSQL wrongly hints that data may be corrupted.
        expect(refused).not.toContain('corrupted');
      }
      rmSync(ballast);
      const second = await startPostgres({ dataDir });
      const again = postgres(second.url, { max: 1, onnotice: () => {} });
      const [{ count } = {}] = await again`select count(*)::int as count from kept`;
      expect(count).toBeGreaterThanOrEqual(kept);
      await again.end();
      await second.release();
    }),
);
