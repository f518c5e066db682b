import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { PhotonImage } from '@cf-wasm/photon';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listAuditEntries } from '@/lib/audit/list-audit-entries';
import type { Member } from '@/lib/domain/actor';
import { MAX_LOGO_BYTES, NO_BRANDING } from '@/lib/domain/branding';
import type { Problem } from '@/lib/domain/problems';
import { changeBranding, setLogo } from '@/lib/face/change-branding';
import { setLogoWorkerFile } from '@/lib/face/logo-thread';
import { findLogo, readBranding } from '@/lib/face/read-branding';
import { createTestActor } from '@/test/support/actor';
import { createTestDatabase } from '@/test/support/database';
import { startTestLogoThread } from '@/test/support/logo-worker';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { createTestOwner } from '@/test/support/users';

const base = await openForTestFile(createTestDatabase());
const now = new Date('2026-05-01T00:00:00Z');
let thread: { remove(): void };
let owner: Member;

beforeAll(async () => {
  thread = await startTestLogoThread();
});
afterAll(() => thread.remove());
beforeEach(async () => {
  owner = await createTestOwner(base.db);
});

/** An image of computed pixels; `noise` makes it as large as a photo. */
function image(width: number, height: number, noise = false): PhotonImage {
  const pixels = new Uint8Array(width * height * 4).map((_, i) =>
    i % 4 === 3 ? 255 : noise ? (i * i * 31 + (i >> 5)) % 251 : 40 + (i % 4) * 60,
  );
  return new PhotonImage(pixels, width, height);
}

const FILES = {
  PNG: image(600, 200).get_bytes(),
  JPEG: image(600, 200).get_bytes_jpeg(80),
  WebP: image(600, 200).get_bytes_webp(),
};

describe('a logo', () => {
  test.each(Object.entries(FILES))(
    'a logo uploaded as %s is stored as a PNG that fits the page',
    async (_, file) => {
      await setLogo(base.db, owner, file, now);
      const { logo } = await readBranding(base.db, owner.merchantId);
      expect(logo).toMatchObject({ width: 240, height: 80 });
      const bytes = Buffer.from((await findLogo(base.db, logo?.hash ?? '')) ?? []);
      expect(PNG.sync.read(bytes)).toMatchObject({ width: 240, height: 80 });
      const hash = createHash('sha256').update(bytes).digest('hex');
      expect(hash.slice(0, 32)).toBe(logo?.hash);
    },
  );

  test('a logo keeps only its pixels, and text and trailing data are removed', async () => {
    const secret = Buffer.from('<script>alert(1)</script> 52.5200 N');
    const file = Buffer.concat([FILES.PNG, secret]);
    await setLogo(base.db, owner, file, now);
    const { logo } = await readBranding(base.db, owner.merchantId);
    const bytes = Buffer.from((await findLogo(base.db, logo?.hash ?? '')) ?? []);
    expect(bytes.includes('script')).toBe(false);
    const chunks = bytes
      .toString('latin1')
      .match(/IHDR|PLTE|tRNS|IDAT|IEND|[a-z][A-Z]Xt|eXIf|iCCP/g);
    expect(new Set(chunks)).toEqual(new Set(['IHDR', 'IDAT', 'IEND']));
  });

  test('a photo that is uploaded as a logo is compressed for slow connections', async () => {
    await setLogo(base.db, owner, image(640, 160, true).get_bytes_jpeg(70), now);
    const { logo } = await readBranding(base.db, owner.merchantId);
    const bytes = await findLogo(base.db, logo?.hash ?? '');
    expect(bytes?.length).toBeLessThanOrEqual(24_000);
  });

  const header = (width: number, height: number) => {
    const file = Buffer.from(FILES.PNG);
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return file;
  };
  test.each([
    ['larger than 256 kB', new Uint8Array(MAX_LOGO_BYTES + 1), 'larger than 256 kB'],
    [
      'an SVG',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      'Export the logo as PNG',
    ],
    [
      'a GIF',
      Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64'),
      'PNG, JPEG or WebP',
    ],
    [
      'HTML with a PNG’s name',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      'PNG, JPEG or WebP',
    ],
    ['a small file with a huge image', header(60_000, 60_000), 'more than 2000 pixels'],
    ['a truncated PNG', FILES.PNG.slice(0, 80), 'damaged'],
    ['a truncated WebP', FILES.WebP.slice(0, 60), 'damaged'],
  ])('a logo that is %s is refused with a reason', async (_, file, reason) => {
    const refused = await setLogo(base.db, owner, file, now).catch((error: Problem) => error);
    expect(refused).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining(reason),
    });
    expect(await readBranding(base.db, owner.merchantId)).toEqual(NO_BRANDING);
  });

  test('a logo can be uploaded right after a damaged logo was refused', async () => {
    await setLogo(base.db, owner, FILES.PNG.slice(0, 80), now).catch(() => undefined);
    await setLogo(base.db, owner, FILES.PNG, now);
    expect((await readBranding(base.db, owner.merchantId)).logo).not.toBeNull();
  });

  test('a logo that takes too long to decode is refused as busy, not as damaged', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-slow-'));
    const file = path.join(folder, 'worker.mjs');
    writeFileSync(file, 'setInterval(() => {}, 1_000);');
    setLogoWorkerFile(pathToFileURL(file), 50);
    const refused = await setLogo(base.db, owner, FILES.PNG, now).catch((error: Problem) => error);
    expect(refused).toMatchObject({ code: 'server_busy' });
    rmSync(folder, { recursive: true });
    thread.remove();
    thread = await startTestLogoThread();
  });

  test('a removed logo is no longer served, and the other branding settings stay', async () => {
    await changeBranding(base.db, owner, { accent: '#2a3fb0' }, now);
    await setLogo(base.db, owner, image(90, 60).get_bytes(), now);
    const { logo } = await readBranding(base.db, owner.merchantId);
    await setLogo(base.db, owner, null, now);
    expect(await readBranding(base.db, owner.merchantId)).toEqual({
      ...NO_BRANDING,
      accent: '#2a3fb0',
    });
    expect(await findLogo(base.db, logo?.hash ?? '')).toBeUndefined();
  });
});

test('the audit log has each change of the branding with the earlier values', async () => {
  await changeBranding(base.db, owner, { accent: '#2a3fb0', imprintUrl: null }, now);
  await changeBranding(base.db, owner, { accent: '#2a3fb0' }, now);
  await setLogo(base.db, owner, FILES.PNG, now);
  await setLogo(base.db, owner, FILES.PNG, now);
  const { logo } = await readBranding(base.db, owner.merchantId);
  const { entries } = await listAuditEntries(base.db, owner, { limit: 10 });
  const facts = entries.map(({ action, data }) => [action, data]);
  expect(facts).toContainEqual([
    'merchant.set_face',
    { from: { accent: null }, to: { accent: '#2a3fb0' } },
  ]);
  expect(facts).toContainEqual(['merchant.set_logo', { from: null, to: logo?.hash }]);
  expect(facts).toHaveLength(2);
});

test.each(['member', 'viewer'] as const)('a %s cannot change the branding', async (role) => {
  const actor = await createTestActor(base.db, owner.merchantId, role);
  for (const change of [
    changeBranding(base.db, actor, { accent: '#2a3fb0' }, now),
    setLogo(base.db, actor, FILES.PNG, now),
  ]) {
    await expect(change).rejects.toMatchObject({ code: 'forbidden' });
  }
});
