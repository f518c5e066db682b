/** One percent in parts per million, the unit of tolerances and spreads in the API. */
export const PPM_PER_PERCENT = 10_000;
