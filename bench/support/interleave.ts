/**
 * Measures several things alternately. Each round reverses the order of the previous one, so other
 * load on the machine affects all of them equally.
 *
 * @returns for each thing, its results by round
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
