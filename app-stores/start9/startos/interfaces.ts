import { sdk } from './sdk';

export const HOST_ID = 'web';
export const INTERFACE_ID = 'ui';
export const PORT = 3000;

export const setInterfaces = sdk.setupInterfaces(async ({ effects }) => {
  const origin = await sdk.MultiHost.of(effects, HOST_ID).bindPort(PORT, { protocol: 'http' });
  const ui = sdk.createInterface(effects, {
    name: 'Dashboard and payment pages',
    id: INTERFACE_ID,
    description: 'The dashboard, the API, and the pages on which customers pay',
    type: 'ui',
    masked: false,
    schemeOverride: null,
    username: null,
    path: '',
    query: {},
  });
  return [await origin.export([ui])];
});
