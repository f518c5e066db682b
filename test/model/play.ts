import { compare, compareChain } from './compare';
import { moveClock, type SystemAndModel } from './pair';
import { perform } from './perform';
import { read } from './read';
import { Reference } from './reference';
import { ReferenceChain } from './reference-chain';
import type { Step } from './steps';
import type { System } from './system';

export class Divergence extends Error {}

/** The time between two steps. It gives every payment its own creation time. */
const TICK_MS = 400;

/**
 * Plays a sequence on a new system and on the model. Compares the mempools after each step, and
 * everything else after each step that can change it.
 *
 * @returns all status changes, such as `pending > detected`, and all attempts
 * @throws Divergence at the first step after which the system and the model differ
 */
export async function play(system: System, steps: readonly Step[]): Promise<string[]> {
  const tip = await system.begin();
  const model = new Reference(new ReferenceChain(tip), system.clock.now);
  const looked = [new Set<string>(), new Set<string>()] as const;
  const moves: string[] = [];
  const secrets = [{ text: system.signingSecret, until: Infinity }];
  const known = {
    ...{ bodies: new Map(), browsers: new Map(), secrets, endpointSecrets: new Map() },
    ...{ sent: new Map(), listed: [] },
  };
  const pair: SystemAndModel = { system, model, looked, ...known, moves };
  model.read(looked[0]);
  for (const [n, step] of steps.entries()) {
    moveClock(pair, model.now + TICK_MS);
    const before = model.payments.map((payment) => ({ payment, was: payment.status }));
    const found = await perform(pair, step.action);
    found.push(...(await read(pair, step.readers)), ...(await compareChain(pair)));
    if (canBeSeen(step)) found.push(...(await compare(pair)));
    if (found.length > 0) {
      throw new Divergence(`after step ${n + 1} of ${steps.length}:\n  ${found.join('\n  ')}`);
    }
    for (const { payment, was } of before) {
      if (payment.status !== was) moves.push(`${was} > ${payment.status}`);
    }
  }
  return moves;
}

const PUSHED_IMMEDIATELY = [
  'create',
  'createAgain',
  'cancel',
  'dispatch',
  'resend',
  'pause',
  'resume',
  'addEndpoint',
  'removeEndpoint',
  'accept',
  'refund',
  'dropRefund',
  'makeLink',
  'click',
  'crowd',
  'deactivate',
  'kill',
];

/** A change of the chain has no effect on the API before a process reads the chain. */
function canBeSeen({ action, readers }: Step): boolean {
  return readers !== 'none' || PUSHED_IMMEDIATELY.includes(action.kind);
}
