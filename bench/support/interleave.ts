/**
 * Measures several things alternately. Each round reverses the order of the previous round, so that
 * other load on the machine affects all of them alike.
 *
 * @returns the results of each, by round
 */
export async function interleave<Results extends Record<string, unknown>>(
  rounds: number,
  contenders: { readonly [Name in keyof Results]: () => Promise<Results[Name]> },
): Promise<{ [Name in keyof Results]: Results[Name][] }> {
  const names: (keyof Results)[] = Object.keys(contenders);
  const results = {} as { [Name in keyof Results]: Results[Name][] };
  for (const name of names) results[name] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) results[name].push(await contenders[name]());
  }
  return results;
}
