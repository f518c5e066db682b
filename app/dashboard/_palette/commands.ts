import type { Route } from 'next';
import { THEMES, type Theme } from '@/app/_ui/theme';
import { canAdminister, canChange, type Role } from '@/lib/domain/roles';
import { NAV_GROUPS } from '../_frame/nav-items';
import { NEW_KEY, NEW_LINK, NEW_PAYMENT } from '../_frame/paths';

type CommandEffect = { readonly href: Route } | { readonly theme: Theme };

export interface Command {
  readonly label: string;
  readonly group: 'Actions' | 'Pages';
  /** Synonyms for the search. */
  readonly words: string;
  readonly does: CommandEffect;
}

/** The actions permitted for a role, and all pages. */
export function commandsOf(role: Role): Command[] {
  const action = (label: string, words: string, does: CommandEffect): Command => ({
    label,
    group: 'Actions',
    words,
    does,
  });
  const changes = [
    action('Create payment', 'new request invoice', { href: NEW_PAYMENT }),
    action('Create payment link', 'new button', { href: NEW_LINK }),
  ];
  return [
    ...(canChange(role) ? changes : []),
    ...(canAdminister(role) ? [action('Create API key', 'new wallet', { href: NEW_KEY })] : []),
    ...NAV_GROUPS.flatMap(({ label: words = '', items }) =>
      items.map(({ href, label }): Command => ({ label, group: 'Pages', words, does: { href } })),
    ),
    ...THEMES.map(({ value, label }) =>
      action(`Theme: ${label.toLowerCase()}`, 'colors mode', { theme: value }),
    ),
  ];
}

/** The commands of which every word of the text begins a word, actions first. */
export function matching(commands: readonly Command[], text: string): Command[] {
  const wanted = wordsOf(text);
  const found = commands.filter(({ label, words }) => {
    const own = wordsOf(`${label} ${words}`);
    return wanted.every((word) => own.some((one) => one.startsWith(word)));
  });
  return found.sort((a, b) => a.group.localeCompare(b.group));
}

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
