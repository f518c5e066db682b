import { z } from 'zod';
import { wholeNumberSchema } from '@/lib/whole-number-schema';
import {
  ALL_EXCHANGES,
  checkSources,
  FIXED_RATES,
  parseFixedRates,
  parseOneSource,
  parsePriceSources,
  type RateSettings,
} from './rate-settings';

const parsed = <T>(parse: (text: string) => T) =>
  z.string().transform((text, context) => {
    try {
      return parse(text);
    } catch (error) {
      context.addIssue({ code: 'custom', message: (error as Error).message });
      return z.NEVER;
    }
  });

export const rateVariables = {
  PRICE_SOURCES: z.string().default(ALL_EXCHANGES).pipe(parsed(parsePriceSources)),
  PRICE_ONE_SOURCE: z.string().default('').pipe(parsed(parseOneSource)),
  PRICE_FIXED: z.string().default(FIXED_RATES).pipe(parsed(parseFixedRates)),
  PRICE_SPREAD_PPM: wholeNumberSchema(0, 500_000).default(0),
  PRICE_MAX_AGE_SECONDS: wholeNumberSchema(30, 3_600).default(300),
  PRICE_MAX_DEVIATION_PPM: wholeNumberSchema(1_000, 200_000).default(30_000),
  PRICE_LAST_GOOD_SECONDS: wholeNumberSchema(0, 86_400).default(3_600),
};

type Variables = z.output<z.ZodObject<typeof rateVariables>>;

/** @throws Error when settings contradict each other */
export function rateSettings(v: Variables): RateSettings {
  const settings = {
    sources: v.PRICE_SOURCES,
    oneSource: v.PRICE_ONE_SOURCE,
    fixed: v.PRICE_FIXED,
    spreadPpm: v.PRICE_SPREAD_PPM,
    maxAgeMs: v.PRICE_MAX_AGE_SECONDS * 1_000,
    maxDeviationPpm: v.PRICE_MAX_DEVIATION_PPM,
    lastGoodMs: v.PRICE_LAST_GOOD_SECONDS * 1_000,
  };
  checkSources(settings);
  return settings;
}
