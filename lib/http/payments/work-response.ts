import { z } from 'zod';
import { INBOX_REASONS } from '@/lib/domain/worklist';
import { moment, namedSchema } from '../response-fields';

const reason = z.enum(INBOX_REASONS);

const handledSchema = z.strictObject({
  at: moment,
  by: z.string().nullable().meta({
    description: 'Name or e-mail address of the member; null when a follow-up payment settled it.',
  }),
});

export const inboxEntrySchema = z.strictObject({
  reason,
  handled: handledSchema.nullable().meta({ description: 'Null while it is open.' }),
});

export const allowsFollowUpsSchema = z.boolean().meta({
  description: 'Whether a follow-up may request the missing amount: not for a plugin’s order.',
});

export const inboxNoteFields = {
  note: z.string().nullable().meta({ description: 'Only the team sees it.' }),
  assignee: namedSchema.nullable().meta({ description: 'The member who takes care of it.' }),
};
