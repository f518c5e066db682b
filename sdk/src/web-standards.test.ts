import vm from 'node:vm';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';

/**
 * The globals of WinterTC's Minimum Common Web API that the client uses. Every runtime has them.
 */
const WEB = {
  AbortSignal,
  Headers,
  Request,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
  atob,
  clearTimeout,
  crypto,
  setTimeout,
};

const bundle = buildSync({
  entryPoints: ['sdk/src/index.ts'],
  bundle: true,
  format: 'iife',
  globalName: 'sdk',
  platform: 'neutral',
  write: false,
  metafile: true,
});

test('the client and the verifier need nothing but web standards', async () => {
  const asked: Request[] = [];
  const fetch = async (request: Request) => {
    asked.push(request);
    return Response.json({ id: 'pay_1' });
  };
  const context = vm.createContext({ ...WEB, fetch });
  vm.runInContext(bundle.outputFiles[0]?.text ?? '', context);
  const run = (code: string) => vm.runInContext(`(async () => ${code})()`, context);

  const client = `new sdk.Blocktally({ baseUrl: 'https://pay.example/', apiKey: 'btly_sig_1' })`;
  expect(await run(`(await ${client}.createPayment({ amount_sats: 1 })).id`)).toBe('pay_1');
  expect(asked[0]?.url).toBe('https://pay.example/v1/btc/payments');
  expect(asked[0]?.headers.get('authorization')).toBe('Bearer btly_sig_1');

  // OpenSSL computed this signature, as in lib/webhooks/delivery/sign.test.ts.
  const verified = run(`sdk.verifyWebhook('{"version":"1"}', {
    'webhook-id': 'evt_0',
    'webhook-timestamp': '1700000000',
    'webhook-signature': 'v1,xd9h8R5pDqngfBICErIVGQHAM2apxhP6MENZKO3xqCc=',
  }, 'whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', { now: new Date(1700000000000) })`);
  await expect(verified).rejects.toMatchObject({ reason: 'unexpected_body' });
});

test('the bundle of the client and the verifier contains no other packages', () => {
  const inputs = Object.keys(bundle.metafile.inputs);
  expect(inputs.filter((file) => !file.startsWith('sdk/src/'))).toEqual([]);
});
