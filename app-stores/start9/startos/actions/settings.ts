import { store } from '../fileModels/store.json';
import { sdk } from '../sdk';

const { InputSpec, Value } = sdk;

const form = InputSpec.of({
  source: Value.select({
    name: 'Source of the chain',
    description: 'Where Blocktally reads blocks and transactions',
    default: 'bitcoind',
    values: { bitcoind: 'Bitcoin node', fulcrum: 'Fulcrum', electrs: 'Electrs' },
  }),
  publicUrl: Value.text({
    name: 'Public address',
    description:
      'The address at which customers and shops reach this service, such as https://pay.example.com. Leave empty for the address on your network',
    required: false,
    default: null,
    placeholder: 'https://pay.example.com',
    patterns: [{ regex: '^https?://[^/]+$', description: 'An address without a path' }],
  }),
});

export const settings = sdk.Action.withInput(
  'settings',
  {
    name: 'Settings',
    description: 'Choose the source of the chain and the public address',
    warning: null,
    allowedStatuses: 'any',
    group: null,
    visibility: 'enabled',
  },
  form,
  async () => {
    const { source = 'bitcoind', publicUrl = null } = (await store.read().once()) ?? {};
    return { source, publicUrl };
  },
  async ({ effects, input: { source, publicUrl } }) => {
    await store.merge(effects, { source, publicUrl: publicUrl ?? undefined });
  },
);
