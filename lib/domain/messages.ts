import type { Language } from './language';
import ar from './messages/ar.json';
import bn from './messages/bn.json';
import de from './messages/de.json';
import en from './messages/en.json';
import es from './messages/es.json';
import fa from './messages/fa.json';
import fr from './messages/fr.json';
import he from './messages/he.json';
import hi from './messages/hi.json';
import id from './messages/id.json';
import it from './messages/it.json';
import ja from './messages/ja.json';
import ko from './messages/ko.json';
import nl from './messages/nl.json';
import pl from './messages/pl.json';
import pt from './messages/pt.json';
import ru from './messages/ru.json';
import th from './messages/th.json';
import tr from './messages/tr.json';
import uk from './messages/uk.json';
import ur from './messages/ur.json';
import vi from './messages/vi.json';
import zhHans from './messages/zh-Hans.json';
import zhHant from './messages/zh-Hant.json';

/** Each language's plural categories (CLDR). */
interface Categories {
  readonly en: 'one' | 'other';
  readonly de: 'one' | 'other';
  readonly fr: 'one' | 'many' | 'other';
  readonly es: 'one' | 'many' | 'other';
  readonly pt: 'one' | 'many' | 'other';
  readonly it: 'one' | 'many' | 'other';
  readonly nl: 'one' | 'other';
  readonly pl: 'one' | 'few' | 'many' | 'other';
  readonly tr: 'one' | 'other';
  readonly id: 'other';
  readonly vi: 'other';
  readonly ru: 'one' | 'few' | 'many' | 'other';
  readonly uk: 'one' | 'few' | 'many' | 'other';
  readonly 'zh-Hans': 'other';
  readonly 'zh-Hant': 'other';
  readonly ja: 'other';
  readonly ko: 'other';
  readonly hi: 'one' | 'other';
  readonly bn: 'one' | 'other';
  readonly th: 'other';
  readonly ar: 'zero' | 'one' | 'two' | 'few' | 'many' | 'other';
  readonly fa: 'one' | 'other';
  readonly ur: 'one' | 'other';
  readonly he: 'one' | 'two' | 'other';
}

/** A text for each plural category of the language, and for no other. */
type Forms<L extends Language> = { readonly [Category in Categories[L]]: string } & {
  readonly [Category in Exclude<Intl.LDMLPluralRule, Categories[L]>]?: never;
};

/**
 * A text, or an object with its plural forms. The object's key is the placeholder whose number
 * decides the form: `required` in "1 of 6 confirmations", but `count` in "1 confirmation sur 6".
 */
type Message<L extends Language> = string | { readonly [number: string]: Forms<L> };

export type MessageKey = keyof typeof en;

export const MESSAGES: {
  readonly [L in Language]: { readonly [Key in MessageKey]: Message<L> };
} = {
  en,
  de,
  fr,
  es,
  pt,
  it,
  nl,
  pl,
  tr,
  id,
  vi,
  ru,
  uk,
  'zh-Hans': zhHans,
  'zh-Hant': zhHant,
  ja,
  ko,
  hi,
  bn,
  th,
  ar,
  fa,
  ur,
  he,
};

export type MessageValues = Readonly<Record<string, unknown>>;

/** Returns a text with its placeholders, in the plural form for the number in `values`. */
export function pluralText(language: Language, key: MessageKey, values: MessageValues): string {
  const message: string | { readonly [number: string]: Partial<Forms<'ar'>> } =
    MESSAGES[language][key];
  if (typeof message === 'string') return message;
  const [[number, forms] = ['', {}]] = Object.entries(message);
  const category = new Intl.PluralRules(language).select(Number(values[number]));
  return forms[category] ?? forms.other ?? '';
}

export const PLACEHOLDER_PATTERN = /\{(\w+)\}/g;

export function formatMessage(
  language: Language,
  key: MessageKey,
  values: Readonly<Record<string, string | number>>,
): string {
  const text = pluralText(language, key, values);
  return text.replace(PLACEHOLDER_PATTERN, (whole, name: string) => String(values[name] ?? whole));
}
