/** How long the page of a paid payment waits before it returns to the shop. */
export const RETURN_DELAY_SECONDS = 3;
