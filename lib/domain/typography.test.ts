import { describe, expect, it } from 'vitest';
import { LANGUAGES, type Language } from './language';
import { MESSAGES } from './messages';

/** The writing rules of a script or language (CLDR and its style guides). */
interface Rules {
  /** Empty for scripts without a full stop. */
  readonly stop: '.' | '。' | '।' | '۔' | '';
  readonly quotes: string;
  /** Marks of other scripts, which look wrong in this one. */
  readonly foreign: RegExp;
}

const LATIN: Rules = { stop: '.', quotes: '“”', foreign: /[。，、：；？！।۔،؛؟]/ };
const CHINESE: Rules = { stop: '。', quotes: '“”', foreign: /[.,:;?!()]/ };
const INDIC: Rules = { ...LATIN, stop: '।', foreign: /[.。，、：；？！۔،؛؟]/ };
const ARABIC: Rules = { stop: '.', quotes: '“”', foreign: /[,;?。।]/ };

const RULES: Readonly<Record<Language, Rules>> = {
  en: LATIN,
  de: { ...LATIN, quotes: '„“' },
  fr: { ...LATIN, quotes: '«»' },
  es: { ...LATIN, quotes: '«»' },
  pt: LATIN,
  it: { ...LATIN, quotes: '«»' },
  nl: { ...LATIN, quotes: '‘’' },
  pl: { ...LATIN, quotes: '„”' },
  tr: LATIN,
  id: LATIN,
  vi: LATIN,
  ru: { ...LATIN, quotes: '«»' },
  uk: { ...LATIN, quotes: '«»' },
  'zh-Hans': CHINESE,
  'zh-Hant': { ...CHINESE, quotes: '「」' },
  ja: { ...CHINESE, quotes: '「」' },
  ko: { ...LATIN, quotes: '‘’' },
  hi: INDIC,
  bn: INDIC,
  th: { ...LATIN, stop: '', foreign: /[.。，、：；？！।۔،؛؟]/ },
  ar: ARABIC,
  fa: { ...ARABIC, quotes: '«»' },
  ur: { ...ARABIC, stop: '۔', foreign: /[.,;?。।]/ },
  he: { ...LATIN, quotes: '””' },
};

const forms = (message: string | object): string[] =>
  typeof message === 'string' ? [message] : Object.values(message).flatMap(forms);

describe.each(LANGUAGES)('%s', (language) => {
  const { stop, quotes, foreign } = RULES[language];
  const texts = Object.entries(MESSAGES[language]).flatMap(([key, message]) =>
    forms(message).map((text) => [key, text] as const),
  );
  const having = (pattern: RegExp) => texts.filter(([, text]) => pattern.test(text));

  it('a translated text ends with its script’s full stop if and only if the English text has one', () => {
    const sentences = new Set(
      Object.entries(MESSAGES.en).flatMap(([key, text]) =>
        forms(text).every((form) => form.endsWith('.')) ? [key] : [],
      ),
    );
    for (const [key, text] of texts) {
      const end = /[.。।۔]$/.exec(text)?.[0] ?? '';
      expect([key, end]).toEqual([key, sentences.has(key) ? stop : '']);
    }
  });

  it('a translation uses the punctuation marks of its script', () => {
    expect(having(foreign)).toEqual([]);
  });

  it('a translation uses its language’s quotation marks, and typographic apostrophes and dashes', () => {
    const others = '"\'`«»“”„‚‘「」『』'.replace(new RegExp(`[${quotes}]`, 'g'), '');
    expect(having(new RegExp(`[${others}]`))).toEqual([]);
    expect(having(/ - |--/)).toEqual([]);
  });

  it('a translation has no double spaces, and no space at either end', () => {
    expect(having(/^\s|\s$|\s\s/u)).toEqual([]);
  });

  it('a translation writes an ellipsis as one character, with a space before it in German only', () => {
    expect(having(/\.\./)).toEqual([]);
    expect(having(language === 'de' ? /[^\u00a0]…/ : /\s…/)).toEqual([]);
  });

  it('a translation keeps a number and its unit on one line', () => {
    expect(having(/\{seconds\} |1 BTC/)).toEqual([]);
  });
});

const FRENCH = forms(MESSAGES.fr);
const SPANISH = forms(MESSAGES.es);

it('French has a narrow no-break space before : ; ! ? and inside « »', () => {
  for (const text of FRENCH) expect(text).not.toMatch(/[^\u202f][:;!?»]|«[^\u202f]/);
  expect(FRENCH.filter((text) => text.includes('\u202f?'))).not.toEqual([]);
});

it('Spanish texts open every question with ¿ and every exclamation with ¡', () => {
  const count = (text: string, mark: string) => text.split(mark).length;
  for (const text of SPANISH) {
    expect(count(text, '¿')).toBe(count(text, '?'));
    expect(count(text, '¡')).toBe(count(text, '!'));
  }
  expect(SPANISH.filter((text) => text.includes('?'))).not.toEqual([]);
});
