import { expect, test } from 'vitest';
import { ALL_PERMISSIONS, covers, isPermission } from './permissions';

test('a permission covers itself and the permissions that it includes', () => {
  for (const one of ALL_PERMISSIONS) expect(covers([one], one)).toBe(true);
  expect(covers(['btcpay.store.canmodifyinvoices'], 'btcpay.store.canviewinvoices')).toBe(true);
  const settings = 'btcpay.store.canmodifystoresettings';
  for (const one of ALL_PERMISSIONS) expect(covers([settings], one), one).toBe(true);
});

test('a permission does not cover any other permission', () => {
  expect(covers([], 'btcpay.store.canviewinvoices')).toBe(false);
  expect(covers(['btcpay.store.canviewinvoices'], 'btcpay.store.cancreateinvoice')).toBe(false);
  expect(covers(['btcpay.store.cancreateinvoice'], 'btcpay.store.canviewinvoices')).toBe(false);
  expect(covers(['btcpay.store.canviewstoresettings'], 'btcpay.store.canviewinvoices')).toBe(false);
});

test('a permission of BTCPay that Blocktally does not support is rejected', () => {
  for (const text of [
    'btcpay.store.cancreatenonapprovedpullpayments',
    'unrestricted',
    'toString',
  ]) {
    expect(isPermission(text)).toBe(false);
  }
});
