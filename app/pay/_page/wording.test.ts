import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '@/lib/domain/language';
import { MESSAGES, type MessageKey, pluralText } from '@/lib/domain/messages';
import { wordingIn } from './wording';

const KEYS = Object.keys(MESSAGES.en) as MessageKey[];

type ByNumber = Readonly<Record<string, Partial<Record<Intl.LDMLPluralRule, string>>>>;

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
const formsOf = (message: string | object): string[] =>
  typeof message === 'string' ? [message] : Object.values(message).flatMap(formsOf);

describe.each(LANGUAGES)('the texts in %s', (language) => {
  const own: Readonly<Record<MessageKey, string | ByNumber>> = MESSAGES[language];

  it('the texts of a language have the same keys as the English texts, in the same order', () => {
    expect(Object.keys(own)).toEqual(KEYS);
  });

  it('the texts of a language have the same placeholders as the English texts, in every plural form', () => {
    for (const key of KEYS) {
      const [english = ''] = formsOf(MESSAGES.en[key]);
      for (const form of formsOf(own[key])) {
        expect([key, placeholders(form)]).toEqual([key, placeholders(english)]);
      }
    }
  });

  it('the texts of a language have one plural form for each plural category of the language, and no others', () => {
    const rules = new Intl.PluralRules(language);
    for (const [key, message] of Object.entries(own)) {
      if (typeof message === 'string') continue;
      const [[number, forms] = ['', {}], ...others] = Object.entries(message);
      expect(others).toEqual([]);
      expect(formsOf(message)[0]).toContain(`{${number}}`);
      const { pluralCategories } = rules.resolvedOptions();
      expect([key, Object.keys(forms).sort()]).toEqual([key, [...pluralCategories].sort()]);
    }
  });

  it('the texts of a language have the right plural form for every number from 0 to 200', () => {
    for (const [key, message] of Object.entries(own)) {
      if (typeof message === 'string') continue;
      const [[number, forms] = ['', {}]] = Object.entries(message);
      for (let value = 0; value <= 200; value += 1) {
        const category = new Intl.PluralRules(language).select(value);
        const text = pluralText(language, key as MessageKey, { [number]: value });
        expect([value, text]).toEqual([value, forms[category]]);
        expect(text).toBeTruthy();
      }
    }
  });
});

it.each(LANGUAGES.slice(1))(
  'every text in the language %s is translated from English',
  (language) => {
    const sameInBoth = new Set(['transaction']);
    for (const key of KEYS) {
      if (sameInBoth.has(key)) continue;
      expect(MESSAGES[language][key]).not.toEqual(MESSAGES.en[key]);
    }
  },
);

it.each([
  ['en', 1, 6, '1 of 6 confirmations.'],
  ['en', 1, 1, '1 of 1 confirmation.'],
  ['fr', 0, 6, '0 confirmation sur 6.'],
  ['fr', 1, 6, '1 confirmation sur 6.'],
  ['fr', 2, 6, '2 confirmations sur 6.'],
  ['it', 1, 6, '1 conferma su 6.'],
  ['de', 1, 6, '1 von 6 Bestätigungen.'],
  ['ja', 1, 6, '承認 1/6。'],
] as const)(
  'in the language %s, %i of %i confirmations read "%s"',
  (language, count, required, text) => {
    expect(wordingIn(language).plain('confirmationCount', { count, required })).toBe(text);
  },
);
