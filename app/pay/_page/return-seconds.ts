/** Time that a payer has to stay on the page of a paid payment. */
export const RETURN_SECONDS = 3;
