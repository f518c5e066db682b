import { expect, test } from 'vitest';
import { isPhone, isPublicPage, isSupportEmail } from './face';

test.each([
  ['orders@acme.example', true],
  ['orders@acme.example?bcc=x@y.example', false],
  ['javascript:alert(1)', false],
])('%s is a valid support e-mail address: %s', (text, valid) => {
  expect(isSupportEmail(text)).toBe(valid);
});

test.each([
  ['+49 30 23125-014', true],
  ['(030) 23125014', true],
  ['call us', false],
  ['+ - -', false],
])('%s is a valid support phone number: %s', (text, valid) => {
  expect(isPhone(text)).toBe(valid);
});

test.each([
  ['https://acme.example/imprint', true],
  ['http://acme.example/imprint', false],
  ['https://user:secret@acme.example/', false],
  ['javascript:alert(1)', false],
  ['/imprint', false],
])('%s is a valid link: %s', (text, valid) => {
  expect(isPublicPage(text)).toBe(valid);
});
