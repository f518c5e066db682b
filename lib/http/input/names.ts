/** The domain's name for an API field: `createdAt` for `created_at`. */
export type CamelCase<Name> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelCase<Tail>>}`
  : Name;

/** The API's name for a domain field: `created_at` for `createdAt`. */
export type SnakeCase<Name> = Name extends `${infer Head}${infer Tail}`
  ? Head extends Lowercase<Head>
    ? `${Head}${SnakeCase<Tail>}`
    : `_${Lowercase<Head>}${SnakeCase<Tail>}`
  : Name;

export function camelCase(name: string): string {
  return name.replaceAll(/_(.)/g, (_, next: string) => next.toUpperCase());
}

type Given<B> = { [Name in keyof B as CamelCase<Name>]: Exclude<B[Name], undefined> };

/** Returns a checked body with keys in camel case. Nested objects keep their keys. */
export function camelCaseKeys<B extends object>(body: B): Given<B> {
  const given = Object.entries(body).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [camelCase(name), value])) as Given<B>;
}
