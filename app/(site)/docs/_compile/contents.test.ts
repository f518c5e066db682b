import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CONTENTS } from './contents';

test('the contents list every page of docs, and every entry is a page', () => {
  const written = readdirSync('docs').filter((name) => name.endsWith('.md'));
  const listed: string[] = CONTENTS.flatMap(({ pages }) => pages.map(({ file }) => file));
  const elsewhere = listed.filter((file) => file.startsWith('../'));
  expect([...listed].sort()).toEqual([...written, ...elsewhere].sort());
  for (const file of elsewhere) expect(existsSync(`docs/${file}`), file).toBe(true);
});
