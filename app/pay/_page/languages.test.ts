import { expect, it } from 'vitest';
import { chooseLanguage } from './languages';

it.each([
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['sv, fr;q=0.5, en;q=0.7', 'en'],
  ['iw-IL', 'he'],
  ['AR-EG', 'ar'],
  ['pt-BR;q=0.3, ja;q=0', 'pt'],
  ['*', 'en'],
  ['', 'en'],
  [';;;q=x,,', 'en'],
  [null, 'en'],
])('Accept-Language %j is answered in %s', (header, language) => {
  expect(chooseLanguage(null, header)).toBe(language);
});

it('the language of the link overrides that of the browser', () => {
  expect(chooseLanguage('it', 'de')).toBe('it');
  expect(chooseLanguage('xx', 'de')).toBe('de');
});
