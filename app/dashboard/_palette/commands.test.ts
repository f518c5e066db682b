import { expect, test } from 'vitest';
import type { Role } from '@/lib/domain/roles';
import { commandsOf, matchingCommands } from './commands';

const SHOP = { id: 'mer_1', name: 'Shop' };
const BAR = { id: 'mer_2', name: 'Bar' };
const labels = (text: string, role: Role = 'owner', merchants = [SHOP]) =>
  matchingCommands(
    commandsOf({
      role,
      merchant: { ...SHOP, display_currency: null, time_zone: null, customer_retention_days: null },
      merchants,
    }),
    text,
  ).map(({ label }) => label);

test('a command is found if each typed word begins a word of the command, in any order and case', () => {
  expect(labels('payment CREATE')).toEqual(['Create payment', 'Create payment link']);
  expect(labels('webh')).toEqual(['Send a test webhook', 'Webhooks', 'Webhook deliveries']);
  expect(labels('ayment')).toEqual([]);
});

test('a search finds a command by its synonyms, and pages by the name of their group', () => {
  expect(labels('new link')).toEqual(['Create payment link']);
  expect(labels('mode dark')).toEqual(['Theme: dark']);
  expect(labels('merchant')).toEqual(['Wallets', 'Team', 'Settings', 'Audit log']);
});

test('the command palette offers all pages, and the actions that the member’s role permits', () => {
  const actions = (role: Role) =>
    commandsOf({
      role,
      merchant: { ...SHOP, display_currency: null, time_zone: null, customer_retention_days: null },
      merchants: [SHOP],
    })
      .filter(({ group, label }) => group === 'Actions' && !label.startsWith('Theme'))
      .map(({ label }) => label);
  const all = ['Export payments', 'Sign out'];
  const changes = ['Create payment', 'Create payment link', 'Send a test webhook'];
  const administration = ['Add wallet', 'Create API key', 'Rotate an API key', 'Invite a member'];
  expect(actions('viewer')).toEqual(all);
  expect(actions('member')).toEqual([...changes, ...all]);
  expect(actions('owner')).toEqual([...changes, ...administration, ...all]);
  expect(labels('audit', 'viewer')).toEqual(['Audit log']);
  expect(labels('docs', 'viewer')).toEqual(['Docs', 'API reference']);
});

test('the command palette can switch to the user’s other merchants', () => {
  expect(labels('switch', 'viewer', [SHOP, BAR])).toEqual(['Switch to Bar']);
});
