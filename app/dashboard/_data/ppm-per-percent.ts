/** The API gives tolerances and spreads in parts per million. */
export const PPM_PER_PERCENT = 10_000;
