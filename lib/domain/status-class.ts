/**
 * The classes of HTTP statuses, named by their first digit. The list of requests can be filtered by
 * them.
 */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;
export type StatusClass = (typeof STATUS_CLASSES)[number];
