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
      { file: 'keys-and-wallets.md', label: 'Keys and wallets' },
      { file: 'migrating-from-btcpay.md', label: 'From BTCPay Server' },
    ],
  },
  {
    group: 'Build',
    pages: [
      { file: 'payments.md', label: 'Payments' },
      { file: 'webhooks.md', label: 'Webhooks' },
      { file: 'samples.md', label: 'Samples' },
      { file: '../sdk/README.md', label: 'Client for TypeScript' },
      { file: '../examples/shop/README.md', label: 'Example shop' },
      { file: 'simulating-failure.md', label: 'Simulating failure' },
      { file: 'api.md', label: 'The API on one page' },
    ],
  },
  {
    group: 'Run',
    pages: [
      { file: 'self-hosting.md', label: 'Self-hosting' },
      { file: 'commands.md', label: 'Commands' },
      { file: 'operations.md', label: 'Operations' },
      { file: 'security.md', label: 'Security' },
      { file: 'inngest.md', label: 'Inngest' },
      { file: 'scaling.md', label: 'Scaling' },
    ],
  },
  {
    group: 'Contribute',
    pages: [{ file: 'testing.md', label: 'Testing' }],
  },
] as const;
