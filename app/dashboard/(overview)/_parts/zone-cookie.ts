/** Holds the viewer’s time zone, which only the browser knows. */
export const ZONE_COOKIE = 'blocktally-zone';
