/** Parts per million, as the API has tolerances and spreads, in one percent. */
export const PPM_PER_PERCENT = 10_000;
