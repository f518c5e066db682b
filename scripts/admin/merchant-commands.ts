import { asc } from 'drizzle-orm';
import { merchant } from '@/db/schema/accounts';
import { createMerchant, type Merchant } from '@/lib/accounts/create-merchant';
import { MAX_MERCHANT_NAME } from '@/lib/domain/limits';
import { isOneLine } from '@/lib/domain/one-line';
import { type Command, required, UsageError } from './command';

export const merchantCreate: Command = {
  about: 'Creates a merchant.',
  options: [['--name <name>', 'the merchant’s name, which customers see']],
  example: "merchant create --name 'My shop'",
  run: async ({ db, clock }, given) => {
    const name = required(given, 'name');
    if (name.length > MAX_MERCHANT_NAME) {
      throw new UsageError(`--name must have at most ${MAX_MERCHANT_NAME} characters.`);
    }
    if (!isOneLine(name)) {
      throw new UsageError('--name must have no control characters, such as line breaks.');
    }
    return merchantJson(await createMerchant(db, name, clock()));
  },
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
