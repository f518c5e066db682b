import { expect, test } from 'vitest';
import { isHttpsPage, isPhone, isSupportEmail } from './branding';

test.each([
  ['orders@acme.example', true],
  ['orders@acme.example?bcc=x@y.example', false],
  ['javascript:alert(1)', false],
])('validating the support e-mail address %s returns %s', (text, valid) => {
  expect(isSupportEmail(text)).toBe(valid);
});

test.each([
  ['+49 30 23125-014', true],
  ['(030) 23125014', true],
  ['call us', false],
  ['+ - -', false],
])('validating the support phone number %s returns %s', (text, valid) => {
  expect(isPhone(text)).toBe(valid);
});

test.each([
  ['https://acme.example/imprint', true],
  ['http://acme.example/imprint', false],
  ['https://user:secret@acme.example/', false],
  ['javascript:alert(1)', false],
  ['/imprint', false],
])('validating the imprint or terms link %s returns %s', (text, valid) => {
  expect(isHttpsPage(text)).toBe(valid);
});
