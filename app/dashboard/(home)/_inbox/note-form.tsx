import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input, Select } from '@/app/_ui/field';
import { MAX_WORK_NOTE_LENGTH } from '@/lib/domain/limits';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { useLeaveWarning } from '../../_frame/unsaved';
import type { NoteAndAssignee } from '../../_worklist/team-note';

interface Props {
  readonly open: boolean;
  /** The id under which the team's note is stored. */
  readonly subject: string;
  readonly of: NoteAndAssignee;
}

export function NoteForm({ subject: id, of: { note, assignee } }: Props) {
  const [typed, setTyped] = useState<string>();
  const isChanged = typed !== undefined && typed.trim() !== (note ?? '');
  useLeaveWarning(isChanged);
  const save = useChange('PATCH /api/dashboard/inbox/{id}/note', {
    ask: (text: string) => ({ id, body: { note: text || null } }),
    done: () => 'Note saved.',
  });
  const assign = useChange('PATCH /api/dashboard/inbox/{id}/note', {
    ask: (userId: string) => ({ id, body: { assignee_id: userId || null } }),
    done: () => 'Assignment saved.',
  });
  const { data: team } = useQuery(peopleQueries.team());
  const members =
    team?.members.map(({ user_id, name, email, self }) => ({
      id: user_id,
      name: `${name ?? email}${self ? ' (you)' : ''}`,
    })) ?? (assignee ? [assignee] : []);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isChanged && !save.isPending) save.mutate(typed.trim());
  };
  return (
    <>
      <form onSubmit={submit} className="grid content-start gap-2">
        <Field label="Note for the team">
          <Input
            value={typed ?? note ?? ''}
            maxLength={MAX_WORK_NOTE_LENGTH}
            placeholder="Only your team sees this"
            autoComplete="off"
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        {isChanged && (
          <div>
            <Button type="submit" busy={save.isPending}>
              Save note
            </Button>
          </div>
        )}
      </form>
      <Field label="Assigned to" className="content-start">
        <Select
          value={assign.isPending ? assign.variables : (assignee?.id ?? '')}
          onChange={({ target }) => assign.mutate(target.value)}
        >
          <option value="">Nobody</option>
          {members.map((member) => (
            <option key={member.id} value={member.id}>
              {member.name}
            </option>
          ))}
        </Select>
      </Field>
    </>
  );
}
