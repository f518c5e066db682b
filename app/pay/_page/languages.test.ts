import { expect, it } from 'vitest';
import { chooseLanguage } from './languages';

it.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['sv, fr;q=0.5, en;q=0.7', 'en'],
  ['iw-IL', 'he'],
  ['AR-EG', 'ar'],
  ['in-ID', 'id'],
  ['zh-CN,zh;q=0.9', 'zh-Hans'],
  ['zh', 'zh-Hans'],
  ['zh-TW', 'zh-Hant'],
  ['zh-Hant-HK', 'zh-Hant'],
  ['zh-Hans-HK', 'zh-Hans'],
  ['sv, yue;q=0.8, fa-AF;q=0.5', 'fa'],
  ['pt-BR;q=0.3, ja;q=0', 'pt'],
  ['*', 'en'],
  ['', 'en'],
  [';;;q=x,,', 'en'],
  [null, 'en'],
])('Accept-Language %j selects %s', (header, language) => {
  expect(chooseLanguage(null, null, header)).toBe(language);
});

it('a supported language in the page’s URL overrides the browser’s language', () => {
  expect(chooseLanguage('it', null, 'de')).toBe('it');
  expect(chooseLanguage('xx', null, 'de')).toBe('de');
});

it('the payment’s language overrides the browser’s language, but not a supported language in the page’s URL', () => {
  expect(chooseLanguage(null, 'fr', 'de')).toBe('fr');
  expect(chooseLanguage('xx', 'fr', 'de')).toBe('fr');
  expect(chooseLanguage('it', 'fr', 'de')).toBe('it');
});
