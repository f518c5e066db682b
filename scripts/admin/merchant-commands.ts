import { asc } from 'drizzle-orm';
import { merchant } from '@/db/schema/accounts';
import { createMerchant, type Merchant } from '@/lib/accounts/create-merchant';
import { type Command, required } from './command';

export const merchantCreate: Command = {
  about: 'Creates a merchant.',
  options: [['--name <name>', 'the merchant’s name, which payers see']],
  example: "merchant create --name 'My shop'",
  run: async ({ db, clock }, given) =>
    merchantJson(await createMerchant(db, required(given, 'name'), clock())),
};

export const merchantList: Command = {
  about: 'Lists all merchants.',
  reads: true,
  run: async ({ db }) => {
    const rows = await db.select().from(merchant).orderBy(asc(merchant.createdAt), merchant.id);
    return { merchants: rows.map(merchantJson) };
  },
};

function merchantJson({ id, name, createdAt }: Merchant) {
  return { id, name, created_at: createdAt.toISOString() };
}
