/** The change to a pasted secret that makes it match the signature. */
export type SecretForm = 'as_pasted' | 'trimmed' | 'without_prefix' | 'prefix_dropped';

/** The owner of a secret, and whether it is in use. */
export type SecretOwner =
  | { readonly kind: 'pasted'; readonly form: SecretForm }
  | {
      readonly kind: 'chosen' | 'other';
      readonly keyName: string;
      readonly age: 'current' | 'previous' | 'expired';
      /** End of its overlap; null for the current one. */
      readonly until: Date | null;
      readonly form?: 'prefix_dropped';
    };

export interface KnownSecret {
  readonly secret: string;
  readonly owner: SecretOwner;
}

const PREFIX = 'whsec_';

/** A pasted secret in its possible spellings, as pasted first. */
export function pastedSecrets(pasted: string): KnownSecret[] {
  const owned = (secret: string, form: SecretForm): KnownSecret => ({
    secret,
    owner: { kind: 'pasted', form },
  });
  const plain = pasted
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim();
  const all = [owned(pasted, 'as_pasted'), owned(plain, 'trimmed')];
  if (plain.startsWith(PREFIX)) all.push(owned(plain.slice(PREFIX.length), 'prefix_dropped'));
  else all.push(owned(PREFIX + plain, 'without_prefix'));
  return all.filter(({ secret }, at) => all.findIndex((one) => one.secret === secret) === at);
}

/** A key's secret without its prefix, which some endpoints omit. */
export function withoutPrefix({ secret, owner }: KnownSecret): KnownSecret[] {
  if (owner.kind === 'pasted' || !secret.startsWith(PREFIX)) return [];
  return [{ secret: secret.slice(PREFIX.length), owner: { ...owner, form: 'prefix_dropped' } }];
}

/** Whether a correctly configured endpoint uses this secret. */
export function isExpected({ owner }: KnownSecret): boolean {
  if (owner.kind === 'pasted') return owner.form === 'as_pasted';
  return owner.kind === 'chosen' && owner.age !== 'expired' && owner.form === undefined;
}

/** "the current signing secret of “Shop”" */
export function nameOf({ owner }: KnownSecret): string {
  if (owner.kind === 'pasted') return 'the secret that you pasted';
  const age = { current: 'current', previous: 'previous', expired: 'former' }[owner.age];
  return `the ${age} signing secret of “${owner.keyName}”`;
}
