import { setupManifest } from '@start9labs/start-sdk';

export const manifest = setupManifest({
  id: 'blocktally',
  title: 'Blocktally',
  license: 'MIT',
  packageRepo: 'https://blocktally.example/source',
  upstreamRepo: 'https://blocktally.example/source',
  marketingUrl: 'https://blocktally.example',
  donationUrl: null,
  description: {
    short: { en_US: 'Accept Bitcoin in your shop, into your own wallet' },
    long: {
      en_US:
        'Blocktally gives every order a Bitcoin address of your own wallet, watches the chain for the payment, and notifies your shop. It has payment pages, payment links, refunds, reports and an API, and shop plugins for BTCPay Server work with it. It never holds a key that can spend.',
    },
  },
  volumes: ['main', 'startos'],
  images: {
    main: {
      // A release replaces this tag with its image and digest (docs/app-stores.md).
      source: {
        dockerTag:
          'blocktally:0.1.0@sha256:0000000000000000000000000000000000000000000000000000000000000000',
      },
      arch: ['x86_64', 'aarch64'],
    },
  },
  dependencies: {
    bitcoind: {
      description: 'The node from which Blocktally reads the chain',
      optional: true,
      s9pk: null,
    },
    fulcrum: {
      description: 'An Electrum server from which Blocktally reads the chain in place of a node',
      optional: true,
      s9pk: null,
    },
    electrs: {
      description: 'An Electrum server from which Blocktally reads the chain in place of a node',
      optional: true,
      s9pk: null,
    },
  },
});
