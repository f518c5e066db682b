import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@/lib/domain/language';
import { fill, MESSAGES, pluralForm } from './wording';

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const forms = (message: string | object): string[] =>
  typeof message === 'string' ? [message] : Object.values(message);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const own = Object.entries(MESSAGES[language]);

  it('have the same keys as the English ones, none empty', () => {
    expect(own.map(([key]) => key)).toEqual(Object.keys(MESSAGES.en));
    for (const [, message] of own) {
      for (const form of forms(message)) expect(form.trim()).toBe(form);
      for (const form of forms(message)) expect(form).not.toBe('');
    }
  });

  it('have the placeholders of the English ones', () => {
    for (const [key, message] of own) {
      const [english = ''] = forms(MESSAGES.en[key as keyof typeof MESSAGES.en]);
      for (const form of forms(message)) {
        expect([key, placeholders(form)]).toEqual([key, placeholders(english)]);
      }
    }
  });

  it('have exactly the plural forms of the language', () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    for (const [key, message] of own) {
      if (typeof message === 'string') continue;
      expect([key, Object.keys(message).sort()]).toEqual([key, [...categories].sort()]);
    }
  });
});

it.each(LANGUAGES.slice(1))('the texts in %s are translated', (language) => {
  const sameInBoth = new Set(['transaction']);
  for (const [key, message] of Object.entries(MESSAGES[language])) {
    if (sameInBoth.has(key)) continue;
    expect(message).not.toEqual(MESSAGES.en[key as keyof typeof MESSAGES.en]);
  }
});

it('a plural uses the form for its number', () => {
  const plural = MESSAGES.ar.confirmationCount;
  expect(pluralForm('ar', plural, 3)).toBe(plural.few);
  expect(pluralForm('ar', plural, 1)).toBe(plural.one);
  expect(fill(pluralForm('en', MESSAGES.en.confirmationCount, 3), { count: 1, required: 3 })).toBe(
    '1 of 3 confirmations',
  );
});
