/**
 * Returns the query parameters of one page.
 *
 * @param page number from 1
 * @param size rows per page
 */
export function toLimitAndOffset(page: number, size: number) {
  return { limit: String(size), offset: String((Math.max(1, page) - 1) * size) };
}
