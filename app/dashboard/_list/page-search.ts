/**
 * Which part of a list its endpoint is asked for.
 *
 * @param page from 1
 * @param size rows of a page
 */
export function pageSearch(page: number, size: number) {
  return { limit: String(size), offset: String((Math.max(1, page) - 1) * size) };
}
