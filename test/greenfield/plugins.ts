/** The permissions that each plugin requests at pairing. `btcpay.store.` precedes each of them. */
const ASKED = {
  WooCommerce: [
    'canviewinvoices',
    'cancreateinvoice',
    'canviewstoresettings',
    'canmodifyinvoices',
    'webhooks.canmodifywebhooks',
  ],
  PrestaShop: [
    'canmodifystoresettings',
    'webhooks.canmodifywebhooks',
    'canviewstoresettings',
    'cancreateinvoice',
    'canviewinvoices',
    'canmodifyinvoices',
  ],
  'Magento 2': [
    'canviewinvoices',
    'cancreateinvoice',
    'webhooks.canmodifywebhooks',
    'canviewstoresettings',
    'canmodifyinvoices',
  ],
  BTCPayShopwarePlugin: [
    'cancreateinvoice',
    'canviewinvoices',
    'webhooks.canmodifywebhooks',
    'canviewstoresettings',
  ],
  'Cal.com': ['canviewinvoices', 'cancreateinvoice', 'webhooks.canmodifywebhooks'],
} as const;

export type PairedPlugin = keyof typeof ASKED;

export const permissionsOf = (plugin: PairedPlugin): string[] =>
  ASKED[plugin].map((name) => `btcpay.store.${name}`);
