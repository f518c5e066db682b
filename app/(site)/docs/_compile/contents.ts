/**
 * The pages of `docs/`, and the pages beside the code that they describe, in the order of the
 * navigation. The first is the start page.
 */
export const CONTENTS = [
  {
    group: 'Start',
    pages: [
      { file: 'README.md', label: 'Overview' },
      { file: 'quickstart.md', label: 'Quickstart' },
      { file: 'first-signet-payment.md', label: 'First signet payment' },
      { file: 'keys-and-wallets.md', label: 'Keys and wallets' },
      { file: 'going-live.md', label: 'Going live' },
      { file: 'migrating-from-btcpay.md', label: 'From BTCPay Server' },
    ],
  },
  {
    group: 'Build',
    pages: [
      { file: 'payments.md', label: 'Payments' },
      { file: 'hosted-page.md', label: 'Payment page' },
      { file: 'embed.md', label: 'In your shop’s page' },
      { file: 'payment-links.md', label: 'Payment links' },
      { file: 'webhooks.md', label: 'Webhooks' },
      { file: 'frameworks.md', label: 'Your framework' },
      { file: 'samples.md', label: 'Samples' },
      { file: '../sdk/README.md', label: 'Client for TypeScript' },
      { file: '../examples/shop/README.md', label: 'Example shop' },
      { file: 'simulating-failure.md', label: 'Simulating failure' },
      { file: 'pagination.md', label: 'Read all payments' },
      { file: 'refunds.md', label: 'Refunds' },
      { file: 'api.md', label: 'The API on one page' },
      { file: 'compatibility.md', label: 'Compatibility' },
    ],
  },
  {
    group: 'Run',
    pages: [
      { file: 'self-hosting.md', label: 'Self-hosting' },
      { file: 'reverse-proxy.md', label: 'Reverse proxy' },
      { file: 'service.md', label: 'Service' },
      { file: 'commands.md', label: 'Commands' },
      { file: 'operations.md', label: 'Operations' },
      { file: 'embedded-database.md', label: 'Embedded database' },
      { file: 'security.md', label: 'Security' },
      { file: 'privacy.md', label: 'Privacy' },
      { file: 'inngest.md', label: 'Inngest' },
      { file: 'scaling.md', label: 'Scaling' },
    ],
  },
  {
    group: 'Contribute',
    pages: [
      { file: 'how-a-payment-is-found.md', label: 'How a payment is found' },
      { file: 'how-a-delivery-works.md', label: 'How a delivery works' },
      { file: 'testing.md', label: 'Testing' },
    ],
  },
] as const;
