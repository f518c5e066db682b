import { eq, like } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { merchant } from '@/db/schema/accounts';
import { mail } from '@/db/schema/mail';
import { appUser } from '@/db/schema/people';
import { removeMember } from '@/lib/accounts/remove-member';
import { mailMonthlyReports } from '@/lib/mail/mail-monthly-reports';
import { chooseTopics } from '@/lib/mail/notification-choice';
import { createTestActor } from '@/test/support/actor';
import { addPayment, confirmedColumns, newShop } from '@/test/support/customer-shop';
import { createTestDatabase } from '@/test/support/database';
import { openMailOutbox } from '@/test/support/mail-outbox';
import { openForTestFile } from '@/test/support/open-for-test-file';

const base = await openForTestFile(createTestDatabase());
const box = await openForTestFile(openMailOutbox(base));
const { db } = base;
const DAY_MS = 86_400_000;
const OCTOBER = new Date('2026-10-15T12:00:00Z');
/** The clock of the box must be later than all months in this file. */
box.passTime(Math.max(0, Date.parse('2026-12-01') - box.clock().getTime()));

async function newReader(timeZone: string | null) {
  const { key, owner } = await newShop(db);
  const createdAt = new Date('2026-01-01');
  await db.update(merchant).set({ timeZone, createdAt }).where(eq(merchant.id, key.merchantId));
  await chooseTopics(db, owner, ['report'], owner.factorAt ?? OCTOBER);
  const [user] = await db.select().from(appUser).where(eq(appUser.id, owner.userId));
  const email = user?.email ?? '';
  const mails = () => db.select().from(mail).where(eq(mail.recipient, email)).orderBy(mail.id);
  return { key, owner, email, mails };
}

test('a monthly report is mailed on the first day of the next month in the merchant’s time zone', async () => {
  const [auckland, utc] = [await newReader('Pacific/Auckland'), await newReader(null)];
  await mailMonthlyReports(db, new Date('2026-10-31T10:59:00Z'));
  expect(await auckland.mails()).toEqual([]);
  await mailMonthlyReports(db, new Date('2026-10-31T11:00:00Z'));
  expect(await auckland.mails()).toMatchObject([
    { subject: 'Report for October 2026', report: '2026-10', body: '' },
  ]);
  expect(await utc.mails()).toEqual([]);
});

test('a report is mailed once, even by concurrent processes and after days of downtime', async () => {
  const { mails } = await newReader(null);
  const [first, late] = [new Date('2026-11-01T00:00:00Z'), new Date('2026-11-07T23:59:00Z')];
  await Promise.all([
    mailMonthlyReports(db, first),
    mailMonthlyReports(db, first),
    mailMonthlyReports(db, first),
  ]);
  await mailMonthlyReports(db, new Date(first.getTime() + DAY_MS));
  expect(await mails()).toHaveLength(1);
  const back = await newReader(null);
  await mailMonthlyReports(db, late);
  expect(await back.mails()).toHaveLength(1);
  const tooLate = await newReader(null);
  await mailMonthlyReports(db, new Date(late.getTime() + 60_000));
  expect(await tooLate.mails()).toEqual([]);
});

test('a new merchant gets no report of the month before they joined', async () => {
  const { key, mails } = await newReader(null);
  const createdAt = new Date('2026-11-01T00:00:00Z');
  await db.update(merchant).set({ createdAt }).where(eq(merchant.id, key.merchantId));
  await mailMonthlyReports(db, new Date('2026-11-02T00:00:00Z'));
  expect(await mails()).toEqual([]);
});

test('a monthly report’s sums and files are computed when its mail is sent', async () => {
  const { key, email } = await newReader(null);
  await mailMonthlyReports(db, new Date('2026-11-01T00:00:00Z'));
  const id = await addPayment(db, key, {
    customer: { name: 'Ann' },
    at: OCTOBER,
    change: confirmedColumns(125_000, OCTOBER),
  });
  await box.send();
  const source = box.server.mails.find(({ to }) => to.includes(email))?.source ?? '';
  const text = source.replaceAll('=\r\n', '').replaceAll('=C2=A0', ' ');
  expect(text).toContain('2026-10-01 to 2026-10-31, UTC');
  expect(text).toContain('Payments: 1');
  expect(text).toContain('Gross: 125 000 sat');
  const names = [...text.matchAll(/filename="([^"]+)"/g)].map(([, name]) => name);
  const files = [
    'Test shop 2026-10.csv',
    'Test shop 2026-10 semicolon.csv',
    'Test shop 2026-10.xlsx',
  ];
  expect(names).toEqual(files);
  const [csv = ''] = text.split('filename="Test shop 2026-10.csv"').slice(1);
  const body = csv.slice(csv.indexOf('\r\n\r\n')).split('--')[0] ?? '';
  const decoded = Buffer.from(body, 'base64').toString();
  expect(decoded).toContain(id);
  expect(decoded).toContain('Ann');
  const rows = await db.select().from(mail).where(like(mail.fact, 'report %'));
  expect(rows.map((row) => row.body)).toEqual(rows.map(() => ''));
});

test('members who have left get no report, and choosing the report requires a recent identity confirmation', async () => {
  const { key, owner, mails, email } = await newReader(null);
  const other = await createTestActor(db, key.merchantId, 'owner');
  await mailMonthlyReports(db, new Date('2026-11-01T00:00:00Z'));
  await removeMember(db, other, owner.userId, box.clock());
  await box.send();
  expect(box.server.mails.some(({ to }) => to.includes(email))).toBe(false);
  expect(await mails()).toMatchObject([{ lastError: 'The recipient is no longer a member.' }]);
  const later = new Date((other.factorAt ?? OCTOBER).getTime() + 3_600_000);
  await expect(chooseTopics(db, other, ['report'], later)).rejects.toMatchObject({
    code: 'step_up_required',
  });
  await chooseTopics(db, other, ['money'], later);
});
