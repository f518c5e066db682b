/** A text as a pattern of SQL's `like` that matches the text itself and nothing else. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&');
