import { ALL_PERMISSIONS, type Permission } from './permissions';

interface Step {
  readonly title: string;
  readonly text: string;
}

export interface Plugin {
  readonly id: string;
  readonly name: string;
  /** Which shops can use the plugin. */
  readonly about: string;
  readonly how: string;
  /** Lower-case text in the name or identifier with which the plugin requests a key. */
  readonly called: string;
  /**
   * `approval`: the shop sends the merchant here to approve. `copy`: the merchant copies a key to
   * the shop.
   */
  readonly connects: 'approval' | 'copy';
  /** The permissions of a copied key. */
  readonly permissions?: readonly Permission[];
  readonly guide?: string;
  readonly steps: readonly Step[];
  /** The calls under /api/v1 that the plugin makes for an order, in its own order and spelling. */
  readonly calls: readonly string[];
}

const CHECK = ['GET server/info', 'GET api-keys/current'];
const INVOICES = 'stores/{store}/invoices';
const READ = `GET ${INVOICES}/{invoice}`;
const ORDER = [`POST ${INVOICES}`, READ];
const PAYMENT_METHODS = `GET ${INVOICES}/{invoice}/payment-methods`;
const SHOP: readonly Permission[] = [
  'btcpay.store.canviewinvoices',
  'btcpay.store.cancreateinvoice',
  'btcpay.store.canviewstoresettings',
  'btcpay.store.webhooks.canmodifywebhooks',
];

/** Every plugin that has a page here. The last entry stands for all other plugins. */
export const PLUGINS: readonly Plugin[] = [
  {
    id: 'woocommerce',
    name: 'WooCommerce',
    about: 'WordPress shops',
    how: 'Plugin, about 3 min',
    called: 'woo',
    guide: 'https://docs.btcpayserver.org/WooCommerce/',
    connects: 'approval',
    steps: [
      {
        title: 'Install the plugin',
        text: 'In WordPress, go to Plugins, Add New, search for “BTCPay for WooCommerce V2”, install and activate it.',
      },
      {
        title: 'Connect your shop',
        text: 'Go to WooCommerce, Settings, BTCPay Settings. Paste the server’s URL and click Generate API key. Approve the connection here; the webhook is made for you. Then click Save.',
      },
      {
        title: 'Switch bitcoin on',
        text: 'Go to WooCommerce, Settings, Payments and enable the BTCPay payment method.',
      },
    ],
    calls: [...CHECK, 'GET stores', ...ORDER, PAYMENT_METHODS],
  },
  {
    id: 'prestashop',
    name: 'PrestaShop',
    about: 'Version 8 and 9',
    how: 'Module, about 5 min',
    called: 'presta',
    guide: 'https://docs.btcpayserver.org/PrestaShop/',
    connects: 'approval',
    steps: [
      {
        title: 'Install the module',
        text: 'Download the newest BTCPay module from its releases on GitHub. In PrestaShop, go to Modules, Module Manager, Upload a module.',
      },
      {
        title: 'Connect your shop',
        text: 'Open Configure of the BTCPay module, paste the server’s URL and save. PrestaShop sends you here: approve the connection.',
      },
    ],
    calls: [
      ...CHECK,
      'GET stores/{store}',
      'GET stores/{store}/payment-methods',
      'GET stores/{store}/payment-methods/OnChain',
      ...ORDER,
      PAYMENT_METHODS,
    ],
  },
  {
    id: 'magento',
    name: 'Magento',
    about: 'Adobe Commerce, Mage-OS',
    how: 'Composer package',
    called: 'magento',
    connects: 'approval',
    steps: [
      {
        title: 'Install the package',
        text: 'Add the BTCPay module for Magento 2 with Composer, then run setup:upgrade.',
      },
      {
        title: 'Connect your shop',
        text: 'Go to Stores, Configuration, Sales, Payment Methods, BTCPay Server. Paste the server’s URL as the base URL, save, then click Generate API key and approve the connection here. Back in Magento, choose the store and save.',
      },
    ],
    calls: [
      'GET api-keys/current',
      'GET stores',
      'GET stores/{store}/webhooks',
      ...ORDER,
      PAYMENT_METHODS,
    ],
  },
  {
    id: 'opencart',
    name: 'OpenCart',
    about: 'Version 4',
    how: 'Extension, about 5 min',
    called: 'opencart',
    guide: 'https://docs.btcpayserver.org/OpenCart/',
    connects: 'copy',
    permissions: SHOP,
    steps: [
      {
        title: 'Install the extension',
        text: 'In OpenCart, go to Extensions, Marketplace, search for BTCPay and install it. Then go to Extensions, Payments and add BTCPay.',
      },
      {
        title: 'Paste three values',
        text: 'Edit BTCPay, paste the server’s URL, the API key and the store id, set the status to Enabled and save. OpenCart adds its webhook.',
      },
    ],
    calls: ORDER,
  },
  {
    id: 'shopware',
    name: 'Shopware',
    about: 'Version 6',
    how: 'App, about 5 min',
    called: 'shopware',
    connects: 'approval',
    steps: [
      {
        title: 'Install the app',
        text: 'In Shopware, go to Extensions, Store, search for BTCPay Server, install and activate it.',
      },
      {
        title: 'Connect your shop',
        text: 'Open the app’s settings, paste the server’s URL and click Get API key. Approve the connection here, save, and add bitcoin to the payment methods of your sales channel.',
      },
    ],
    calls: [`GET ${INVOICES}`, 'GET stores/{store}/payment-methods', ...ORDER],
  },
  {
    id: 'calcom',
    name: 'Cal.com',
    about: 'Paid bookings',
    how: 'App, about 3 min',
    called: 'cal.com',
    connects: 'copy',
    permissions: SHOP,
    steps: [
      {
        title: 'Install the app',
        text: 'In Cal.com, go to Apps, choose BTCPay Server and click Install.',
      },
      {
        title: 'Paste three values',
        text: 'Paste the server’s URL, the store id and the API key, and save. Cal.com adds its webhook.',
      },
      {
        title: 'Set a price',
        text: 'Open an event type, choose Apps, enable BTCPay Server and enter a price in satoshis.',
      },
    ],
    calls: ORDER,
  },
  {
    id: 'medusa',
    name: 'Medusa',
    about: 'Headless shops',
    how: 'npm package and code',
    called: 'medusa',
    connects: 'copy',
    permissions: [...SHOP, 'btcpay.store.canmodifyinvoices'],
    steps: [
      {
        title: 'Install the package',
        text: 'Add medusa-plugin-btcpay to your Medusa project, and the provider to medusa-config.ts.',
      },
      {
        title: 'Set the variables',
        text: 'Set BTCPAY_URL to the server’s URL, BTCPAY_API_KEY to the API key and BTCPAY_STORE_ID to the store id.',
      },
      {
        title: 'Add the webhook',
        text: 'Create a webhook for https://your-host/hooks/payment/btcpay_btcpay over this API, and set BTCPAY_WEBHOOK_SECRET to its secret.',
      },
    ],
    calls: [...ORDER, 'GET stores/{store}/rates?currencyPair=BTC_{currency}'],
  },
  {
    id: 'zapier',
    name: 'Zapier',
    about: 'Forms, sheets, thousands of apps',
    how: 'No code',
    called: 'zapier',
    connects: 'copy',
    permissions: ALL_PERMISSIONS,
    steps: [
      {
        title: 'Add the app',
        text: 'In Zapier, create a Zap and choose BTCPay Server as its trigger or action.',
      },
      {
        title: 'Paste two values',
        text: 'Sign in to the app with the server’s URL and the API key, then choose your store.',
      },
    ],
    calls: ['GET server/info', 'GET stores/', 'GET stores/{store}', `POST ${INVOICES}/`, READ],
  },
  {
    id: 'other',
    name: 'Any other',
    about: 'What works with BTCPay Server',
    how: 'URL, or a key',
    called: '',
    connects: 'copy',
    permissions: ALL_PERMISSIONS,
    steps: [
      {
        title: 'Enter this server',
        text: 'Wherever a shop system, plugin or program asks for the address of a BTCPay Server, enter the server’s URL.',
      },
      {
        title: 'Approve, or paste a key',
        text: 'If the plugin sends you here, approve the connection. If it asks for an API key and a store id, create a key below and paste both.',
      },
    ],
    calls: ['GET server/info', 'GET stores/{store}', ...ORDER],
  },
];
