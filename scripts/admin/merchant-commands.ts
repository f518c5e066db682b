import { asc } from 'drizzle-orm';
import { merchant } from '@/db/schema/accounts';
import { createMerchant, type Merchant } from '@/lib/accounts/create-merchant';
import { type Command, required } from './command';

export const merchantCreate: Command = {
  usage: 'merchant create --name NAME',
  options: { name: { type: 'string' } },
  positionals: 0,
  run: async ({ db, clock }, given) =>
    merchantJson(await createMerchant(db, required(given, 'name'), clock())),
};

export const merchantList: Command = {
  usage: 'merchant list',
  options: {},
  positionals: 0,
  run: async ({ db }) => {
    const rows = await db.select().from(merchant).orderBy(asc(merchant.createdAt), merchant.id);
    return { merchants: rows.map(merchantJson) };
  },
};

function merchantJson({ id, name, createdAt }: Merchant) {
  return { id, name, created_at: createdAt.toISOString() };
}
