/** Escapes a text for SQL's `like`, so that each of its characters matches only itself. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
