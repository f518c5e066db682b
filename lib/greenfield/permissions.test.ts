import { expect, test } from 'vitest';
import { ALL_PERMISSIONS, includesPermission, isPermission } from './permissions';

test('a permission covers itself and the permissions that it includes', () => {
  for (const one of ALL_PERMISSIONS) expect(includesPermission([one], one)).toBe(true);
  expect(
    includesPermission(['btcpay.store.canmodifyinvoices'], 'btcpay.store.canviewinvoices'),
  ).toBe(true);
  const settings = 'btcpay.store.canmodifystoresettings';
  for (const one of ALL_PERMISSIONS) expect(includesPermission([settings], one), one).toBe(true);
});

test('a permission does not cover unrelated permissions', () => {
  expect(includesPermission([], 'btcpay.store.canviewinvoices')).toBe(false);
  expect(
    includesPermission(['btcpay.store.canviewinvoices'], 'btcpay.store.cancreateinvoice'),
  ).toBe(false);
  expect(
    includesPermission(['btcpay.store.cancreateinvoice'], 'btcpay.store.canviewinvoices'),
  ).toBe(false);
  expect(
    includesPermission(['btcpay.store.canviewstoresettings'], 'btcpay.store.canviewinvoices'),
  ).toBe(false);
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
