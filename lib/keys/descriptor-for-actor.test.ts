import { expect, test } from 'vitest';
import type { Member } from '@/lib/domain/actor';
import { descriptorForActor } from './descriptor-for-actor';

const NOW = new Date('2026-05-01T00:00:00Z');

const as = (role: Member['role']): Member => ({
  kind: 'member',
  userId: 'usr_1',
  merchantId: 'mer_1',
  sessionId: 'ses_1',
  role,
  factorAt: NOW,
});
const XPUB =
  'xpub6CatWdiZiodmUeTDp8LT5or8nmbKNcuyvz7WyksVFkKB4RHwCD3XyuvPEbvqAQY3rAPshWcMLoP2fMFMKHPJ4ZeZXYVUhLv1VMrjPC7PW6V';
const RAW = '02c6047f9441ed7d6d3045406e95c07cd85c778e4b8cef3ca7abac09b95c709ee5';

test.each([
  [`wpkh([d34db33f/84h/0h/0h]${XPUB}/0/*)#cjjspncu`, 'wpkh([d34db33f/84h/0h/0h]xpub6Cat…/0/*)'],
  [
    `wsh(sortedmulti(2,${XPUB}/0/*,[00000000/48h]${XPUB}/0/*))`,
    'wsh(sortedmulti(2,xpub6Cat…/0/*,[00000000/48h]xpub6Cat…/0/*))',
  ],
  [`tr(${RAW},pk(${XPUB}/0/*))#00000000`, 'tr(02c6047f…,pk(xpub6Cat…/0/*))'],
])('a viewer sees the keys in %s shortened', (descriptor, form) => {
  expect(descriptorForActor(as('viewer'), descriptor, NOW)).toBe(form);
  for (const actor of [as('member'), as('owner'), { kind: 'operator' } as const]) {
    expect(descriptorForActor(actor, descriptor, NOW)).toBe(descriptor);
  }
});

test('an owner who used no sign-in factor in the last ten minutes sees shortened keys', () => {
  const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
  const descriptor = `wpkh(${XPUB}/0/*)`;
  expect(descriptorForActor(as('owner'), descriptor, after(600))).toBe(descriptor);
  expect(descriptorForActor(as('owner'), descriptor, after(601))).toBe('wpkh(xpub6Cat…/0/*)');
});
