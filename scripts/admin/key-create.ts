import { changeBranchWarning } from '@/lib/bitcoin/change-branch';
import { ADDRESS_TYPES, type AddressType } from '@/lib/bitcoin/extended-key';
import { OPERATOR } from '@/lib/domain/actor';
import { refuseWrongSecretKey } from '@/lib/keys/check-secret-key';
import { createKey } from '@/lib/keys/create-key';
import { checkWebhookTarget } from '@/lib/webhooks/transport/target-guard';
import { addNoSourceWarning } from './add-no-source-warning';
import {
  type Arguments,
  type Command,
  ConfigurationError,
  EVENTS_OPTION,
  NETWORK_OPTION,
  readNetworkOption,
  readTextOption,
  readWebhookEventsOption,
  readWebhookUrlOption,
  requireOption,
  URL_OPTION,
  UsageError,
} from './command';
import { ensureDefaultMerchant } from './ensure-default-merchant';

export const keyCreate: Command = {
  about: 'Creates an API key for a wallet, and prints its secrets once.',
  options: [
    NETWORK_OPTION,
    ['--descriptor <descriptor>', 'the wallet’s public descriptor, or its xpub, ypub or zpub'],
    [
      '--merchant <merchant-id>',
      'the key’s merchant; by default the oldest one, for a real network not the demo shop',
    ],
    ['--name <name>', 'the key’s name'],
    ['--address-type <type>', `the address type of an xpub: ${ADDRESS_TYPES.join(', ')}`],
    ['--allow-custom-addresses', 'let a payment name its own address'],
    ['--allow-management', 'let the key manage its webhooks and settings over the API'],
    EVENTS_OPTION,
    URL_OPTION,
  ],
  example: "key create --network signet --descriptor 'wpkh([d34db33f/84h/1h/0h]tpub…/0/*)'",
  run: async (deps, given) => {
    const { db, vault, clock, policy } = deps;
    const network = readNetworkOption(given);
    const descriptor = requireOption(given, 'descriptor');
    const addressType = addressTypeOf(given);
    const name = readTextOption(given, 'name');
    const events = readWebhookEventsOption(given);
    const url = readWebhookUrlOption(given);
    const merchantId = readTextOption(given, 'merchant');
    const now = clock();
    await refuseWrongSecretKey(db, vault, now).catch((error: Error) => {
      throw new ConfigurationError(error.message);
    });
    const key = await db.transaction(async (tx) =>
      createKey(
        tx,
        vault,
        OPERATOR,
        {
          merchantId: merchantId ?? (await ensureDefaultMerchant(tx, network, now)),
          network,
          descriptor,
          allowCustomAddresses: given.options['allow-custom-addresses'] === true,
          allowManagement: given.options['allow-management'] === true,
          ...(addressType ? { addressType } : {}),
          ...(name ? { name } : {}),
          ...(events ? { webhookEvents: events } : {}),
          ...(url ? { defaultWebhookUrl: url } : {}),
        },
        now,
        (given) => checkWebhookTarget(given, policy),
      ),
    );
    const created = {
      id: key.id,
      api_key: key.apiKey,
      signing_secret: key.signingSecret,
      network: key.network,
      name: key.name,
      allow_custom_addresses: key.allowCustomAddresses,
      allow_management: key.allowManagement,
      webhook_events: key.webhookEvents,
      default_webhook_url: key.defaultWebhookUrl,
      merchant_id: key.merchantId,
      wallet_id: key.walletId,
      descriptor: key.descriptor,
      first_addresses: key.firstAddresses,
    };
    return addNoSourceWarning(created, [key.network], deps, changeBranchWarning(key.descriptor));
  },
};

function addressTypeOf(given: Arguments): AddressType | undefined {
  const type = readTextOption(given, 'address-type');
  const known = ADDRESS_TYPES.find((candidate) => candidate === type);
  if (type !== undefined && !known) {
    throw new UsageError(`--address-type must be one of ${ADDRESS_TYPES.join(', ')}.`);
  }
  return known;
}
