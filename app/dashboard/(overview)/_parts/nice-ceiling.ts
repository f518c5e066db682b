const STEPS = [1, 2, 4, 5, 8, 10];

/** The next round number that is no smaller: it divides into four whole parts. */
export function niceCeiling(value: number): number {
  if (value <= 4) return 4;
  const power = 10 ** Math.floor(Math.log10(value));
  const step = STEPS.find((one) => one * power >= value && (one * power) % 4 === 0);
  return (step ?? 20) * power;
}
