'use client';

import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import type { z } from 'zod';
import { fetchJson } from './fetch-json';
import { RequestFailed } from './request-failed';

interface Act<T, V> {
  readonly path: (given: V) => string;
  readonly body?: (given: V) => unknown;
  readonly method?: 'POST' | 'PATCH' | 'DELETE';
  readonly answer: z.ZodType<T>;
  /** What is read again afterwards. */
  readonly changes?: readonly QueryKey[];
  /** What to say once it is done; nothing when the page shows it by itself. */
  readonly done?: (answer: T) => string;
  /** The page shows what was refused at its fields: no note then. */
  readonly quiet?: boolean;
}

/** Something a person does, once at a time: sent, told as a short note, and read again. */
export function useAct<T, V = void>({
  path,
  body,
  method = 'POST',
  answer,
  changes = [],
  done,
  quiet = false,
}: Act<T, V>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (given: V) => fetchJson(path(given), answer, { method, body: body?.(given) ?? {} }),
    onSuccess: async (result) => {
      if (done) toast.success(done(result));
      await Promise.all(changes.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
    onError: (error) => {
      if (quiet) return;
      const failed = error instanceof RequestFailed ? error : undefined;
      toast.error(failed?.message ?? 'That did not work. Reload the page and try again.', {
        ...(failed?.requestId && { description: `Request ${failed.requestId}` }),
      });
    },
  });
}
