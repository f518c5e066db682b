/** Time that a customer has to stay on the page of a paid payment. */
export const RETURN_SECONDS = 3;
