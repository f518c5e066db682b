/**
 * Returns the query string for one page of a list.
 *
 * @param page number from 1
 * @param size rows per page
 */
export function pageSearch(page: number, size: number) {
  return { limit: String(size), offset: String((Math.max(1, page) - 1) * size) };
}
