import { expect, test } from 'vitest';
import { commandsOf, matching } from './commands';

const labels = (text: string, role: Parameters<typeof commandsOf>[0] = 'owner') =>
  matching(commandsOf(role), text).map(({ label }) => label);

test('every word must begin a word of the command, in any order and case', () => {
  expect(labels('payment CREATE')).toEqual(['Create payment', 'Create payment link']);
  expect(labels('webh')).toEqual(['Webhook deliveries', 'Webhook endpoints', 'Test webhook']);
  expect(labels('ayment')).toEqual([]);
});

test('a command is found by synonyms, and a page by its group', () => {
  expect(labels('new link')).toEqual(['Create payment link']);
  expect(labels('mode dark')).toEqual(['Theme: dark']);
  expect(labels('developers')).toEqual(['Test webhook', 'Check a signature', 'API reference']);
});

test('a role sees its permitted actions, and all pages', () => {
  const creates = (role: 'owner' | 'member' | 'viewer') => labels('create', role);
  expect(creates('owner')).toEqual(['Create payment', 'Create payment link', 'Create API key']);
  expect(creates('member')).toEqual(['Create payment', 'Create payment link']);
  expect(creates('viewer')).toEqual([]);
  expect(labels('audit', 'viewer')).toEqual(['Audit log']);
});
