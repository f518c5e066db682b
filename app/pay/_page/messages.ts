import ar from '../_messages/ar.json';
import de from '../_messages/de.json';
import en from '../_messages/en.json';
import es from '../_messages/es.json';
import fr from '../_messages/fr.json';
import he from '../_messages/he.json';
import it from '../_messages/it.json';
import ja from '../_messages/ja.json';
import nl from '../_messages/nl.json';
import pt from '../_messages/pt.json';
import type { Language } from './languages';

type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** Every text of the page: one form, or one for each plural category of the language. */
export type Messages = {
  readonly [Key in keyof typeof en]: (typeof en)[Key] extends string ? string : Plural;
};
export type MessageKey = {
  [Key in keyof Messages]: Messages[Key] extends string ? Key : never;
}[keyof Messages];

export const MESSAGES: Readonly<Record<Language, Messages>> = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  ja,
  ar,
  he,
};

const PLACEHOLDER = /\{(\w+)\}/g;

/** A text with its placeholders filled in. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(PLACEHOLDER, (whole, name: string) => String(values[name] ?? whole));
}

/** A text cut at its placeholders: words at even places, names of placeholders at odd ones. */
export function cutAtPlaceholders(text: string): string[] {
  return text.split(PLACEHOLDER);
}

/** The form of a plural text that a number takes in a language. */
export function pluralForm(language: Language, plural: Plural, count: number): string {
  return plural[new Intl.PluralRules(language).select(count)] ?? plural.other;
}
