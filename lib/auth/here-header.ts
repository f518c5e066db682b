/** Header in which proxy.ts tells a page its own path and query; one sent by a browser is overwritten. */
export const HERE_HEADER = 'x-here';
