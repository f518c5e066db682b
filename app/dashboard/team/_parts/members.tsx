'use client';

import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { RelativeTime } from '@/app/_ui/relative-time';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import type { MemberAnswer, TeamAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { RoleSelect } from './role-select';

export function Members({ team: { members, can } }: { team: TeamAnswer }) {
  return (
    <Table caption="Members">
      <TableHead>
        <HeadCell>Person</HeadCell>
        <HeadCell>Role</HeadCell>
        <HeadCell>Last seen</HeadCell>
        <HeadCell>Joined</HeadCell>
        <HeadCell>
          <span className="sr-only">Actions</span>
        </HeadCell>
      </TableHead>
      <TableBody>
        {members.map((member) => (
          <Row key={member.user_id}>
            <Cell phone="first-start" className="w-full truncate sm:max-w-0">
              <span className="font-medium" title={member.email}>
                {member.email}
              </span>
              {member.self && <span className="text-ink-3"> (you)</span>}
            </Cell>
            <Cell phone="second-start">
              {can.administer ? <RoleOf member={member} /> : member.role}
            </Cell>
            <Cell phone="first-end" className="whitespace-nowrap text-ink-2">
              {member.last_seen_at ? (
                <RelativeTime iso={member.last_seen_at} />
              ) : (
                <span className="text-ink-3">Never</span>
              )}
            </Cell>
            <Cell className="whitespace-nowrap text-ink-2">
              <RelativeTime iso={member.joined_at} />
            </Cell>
            <Cell phone="second-end" numeric>
              {(can.administer || member.self) && <Remove member={member} />}
            </Cell>
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}

function RoleOf({ member }: { member: MemberAnswer }) {
  const change = useChange('PATCH /api/dashboard/team/members/{id}', {
    ask: (role: MemberAnswer['role']) => ({ id: member.user_id, body: { role } }),
    changes: [peopleQueries.all()],
    done: () => `The role of ${member.email} is changed.`,
  });
  return (
    <RoleSelect
      aria-label={`Role of ${member.email}`}
      value={change.isPending ? change.variables : member.role}
      onRole={(role) => change.mutate(role)}
      className="w-30"
    />
  );
}

function Remove({ member }: { member: MemberAnswer }) {
  const [open, setOpen] = useState(false);
  const verb = member.self ? 'Leave' : 'Remove';
  const remove = useChange('DELETE /api/dashboard/team/members/{id}', {
    ask: () => ({ id: member.user_id }),
    changes: member.self ? [] : [peopleQueries.all()],
    ...(!member.self && { done: () => `${member.email} is no longer in the team.` }),
  });
  const go = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        setOpen(false);
        if (member.self) window.location.assign('/dashboard');
      },
    });
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="plain" size="small">
          {verb}
          <span className="sr-only"> {member.email}</span>
        </Button>
      </DialogTrigger>
      <Dialog
        title={member.self ? 'Leave this shop?' : `Remove ${member.email}?`}
        description={
          member.self
            ? 'You no longer see it from then on. An owner can invite you again.'
            : 'They no longer see this shop from the next click on. What they did stays in the audit log.'
        }
        actions={
          <>
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button variant="danger" busy={remove.isPending} onClick={go}>
              {verb}
            </Button>
          </>
        }
      >
        {null}
      </Dialog>
    </DialogRoot>
  );
}
