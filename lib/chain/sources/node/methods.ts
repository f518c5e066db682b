export const READ_METHODS = [
  'getblockchaininfo',
  'getblockhash',
  'getblock',
  'getmempoolinfo',
  'getrawmempool',
  'getrawtransaction',
] as const;

export const PUSH_METHODS = ['getmempoolentry'] as const;

/**
 * All RPC methods that are called. docs/self-hosting.md lists them for the node's `rpcwhitelist`.
 */
export const NODE_METHODS = [
  ...READ_METHODS,
  ...PUSH_METHODS,
  'getzmqnotifications',
  'gettxout',
  'estimatesmartfee',
] as const;

export type NodeMethod = (typeof NODE_METHODS)[number];
