import { createElement } from 'react';
import { expect, test } from 'vitest';
import { Qr } from '@/app/_ui/qr';
import { PUBLIC_PAYMENT as PAYMENT } from '@/test/support/public-payment';
import { renderHtml } from './render';
import { Slip } from './slip';
import { toPageView } from './view';

const NOW = new Date('2026-05-01T12:00:00Z');

test('a bech32 address has a second QR code in lower case, and a base58 address has only one', async () => {
  const codes = async (address: string, qrText: string) => {
    const view = toPageView({ ...PAYMENT, address, qrText }, 'en', NOW);
    const html = await renderHtml(createElement(Slip, { view }));
    return html.match(/<svg class="qr".*?<\/svg>/gs) ?? [];
  };
  const drawn = (text: string) => renderHtml(createElement(Qr, { text, label: '' }));
  const [first, second, ...more] = await codes('bc1qx', 'bitcoin:BC1QX?amount=0.1');
  const path = (svg: string | undefined) => svg?.match(/<path fill="#000".*/s)?.[0];
  expect(path(first)).toBe(path(await drawn('bitcoin:BC1QX?amount=0.1')));
  expect(path(second)).toBe(path(await drawn('bitcoin:bc1qx?amount=0.1')));
  expect(more).toEqual([]);
  expect(await codes('1Ax', 'bitcoin:1Ax?amount=0.1')).toHaveLength(1);
});
