/** One percent in parts per million, which is the API's unit of tolerances and spreads. */
export const PPM_PER_PERCENT = 10_000;
