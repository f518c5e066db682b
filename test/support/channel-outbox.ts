import { eq } from 'drizzle-orm';
import { mail, notificationChannel } from '@/db/schema/mail';
import { addChannel, type NewChannel } from '@/lib/channels/add-channel';
import { type ChannelDeps, sendToChannels } from '@/lib/channels/send-to-channels';
import type { Member } from '@/lib/domain/actor';
import { createLogger } from '@/lib/log';
import { type MemberNotification, notifyMembers } from '@/lib/mail/notify-members';
import { createTestDatabase, type TestDatabase } from './database';
import { testVault } from './factories';
import { createTestOwner } from './users';

const GATHER_MS = 60_000;
const noCheck = async () => {};

/** Opens a database that has an owner and no mail server. Only the test moves the clock. */
export async function openChannelOutbox(shared?: TestDatabase) {
  const base = shared ?? (await createTestDatabase());
  let now = Date.now();
  const clock = () => new Date(now);
  const owner = await createTestOwner(base.db);
  const deps: ChannelDeps = {
    db: base.db,
    vault: testVault,
    log: createLogger('silent'),
    appUrl: new URL('https://pay.example'),
    policy: { allowPrivate: true },
  };
  const passTime = (ms: number) => {
    now += ms;
  };
  return {
    base,
    deps,
    owner,
    clock,
    passTime,
    add: (pasted: Partial<NewChannel> & Pick<NewChannel, 'url'>, by: Member = owner) => {
      passTime(1);
      const given = { name: 'Orders', topics: ['money' as const], ...pasted };
      return addChannel(base.db, testVault, { ...by, factorAt: clock() }, given, clock(), noCheck);
    },
    tell: (given: Partial<MemberNotification> & Pick<MemberNotification, 'fact'>) =>
      base.db.transaction((tx) => {
        const texts = { subject: 'News', body: 'Text' };
        const { merchantId } = owner;
        return notifyMembers(tx, [{ merchantId, topic: 'money', ...texts, ...given }], clock());
      }),
    /** Sends the queued notifications, after moving the clock to the time when they are due. */
    send: (other: Partial<ChannelDeps> = {}) => {
      passTime(GATHER_MS);
      return sendToChannels({ ...deps, ...other }, clock);
    },
    channel: async (id: string) => {
      const [row] = await base.db
        .select()
        .from(notificationChannel)
        .where(eq(notificationChannel.id, id));
      return row;
    },
    rows: (id: string) => base.db.select().from(mail).where(eq(mail.recipient, id)),
    close: async () => {
      if (!shared) await base.drop();
    },
  };
}
