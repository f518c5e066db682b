import { eq, sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { merchant } from '@/db/schema/accounts';
import { notificationChoice } from '@/db/schema/mail';
import { appUser, membership } from '@/db/schema/people';
import { localToday, monthDays, plusMonths } from '@/lib/domain/local-days';
import { addMails } from './add-mail';
import { monthText } from './month-text';

/** After a downtime, the previous month's report is mailed until this day of the month. */
const LAST_DAY = 7;

/** Stores the mails with the previous month's report, for the members who chose it. */
export async function mailMonthlyReports(db: Db, now: Date): Promise<void> {
  const members = await db
    .select({
      merchantId: merchant.id,
      timeZone: merchant.timeZone,
      since: merchant.createdAt,
      recipient: appUser.email,
    })
    .from(notificationChoice)
    .innerJoin(
      membership,
      sql`(${membership.merchantId}, ${membership.userId}) = (${notificationChoice.merchantId}, ${notificationChoice.userId})`,
    )
    .innerJoin(merchant, eq(merchant.id, membership.merchantId))
    .innerJoin(appUser, eq(appUser.id, membership.userId))
    .where(sql`'report' = any(${notificationChoice.topics})`);
  const mails = members.flatMap(({ merchantId, timeZone, since, recipient }) => {
    const zone = timeZone ?? 'UTC';
    const today = localToday(zone, now);
    const [start] = monthDays(zone, today.month).starts;
    if (today.day > LAST_DAY || !start || since >= start) return [];
    const report = plusMonths(today.month, -1);
    const link = { text: 'Open the report', path: `/dashboard/reports?period=${report}` };
    const subject = `Report for ${monthText(report)}`;
    return {
      recipient,
      merchantId,
      report,
      fact: `report ${merchantId} ${report}`,
      subject,
      body: '',
      link,
    };
  });
  await addMails(db, mails, now);
}
