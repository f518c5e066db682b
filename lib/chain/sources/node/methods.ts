/** The methods that every read needs. */
export const READ_METHODS = [
  'getblockchaininfo',
  'getblockhash',
  'getblock',
  'getmempoolinfo',
  'getrawmempool',
  'getrawtransaction',
] as const;

/** The methods that reading pushed transactions needs too. */
export const PUSH_METHODS = ['getmempoolentry'] as const;

/** Every method that is called: docs/self-hosting.md has them for `rpcwhitelist`. */
export const NODE_METHODS = [
  ...READ_METHODS,
  ...PUSH_METHODS,
  'getzmqnotifications',
  'gettxout',
  'estimatesmartfee',
] as const;

export type NodeMethod = (typeof NODE_METHODS)[number];
