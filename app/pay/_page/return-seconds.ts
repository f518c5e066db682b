/** Seconds for which a paid payment's page waits before it returns to the shop. */
export const RETURN_SECONDS = 3;
