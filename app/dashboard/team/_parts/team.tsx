'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { Skeleton } from '@/app/_ui/skeleton';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { MemberAnswer, TeamAnswer } from '@/lib/http/answers/people';
import { keyQueries, peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { PageHead } from '../../_frame/page-head';
import { OVERVIEW } from '../../_frame/paths';
import { QueryState } from '../../_list/query-state';
import { KeysToRotate } from '../../keys/_parts/keys-to-rotate';
import { Invitations, Invite } from './invitations';
import { RoleMenu } from './role-menu';

/** The merchant's members and open invitations. */
export function Team() {
  const query = useQuery(peopleQueries.team());
  return (
    <>
      <PageHead title="Team" aside={false} actions={query.data?.can.administer && <Invite />} />
      <KeysToRotate />
      <QueryState what="The team" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {(team: TeamAnswer) => (
          <>
            <Members team={team} />
            <Invitations team={team} />
          </>
        )}
      </QueryState>
    </>
  );
}

function Members({ team: { members, can } }: { team: TeamAnswer }) {
  return (
    <Table caption="Members">
      <TableHead>
        <HeadCell>Member</HeadCell>
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
              {can.administer ? <RoleMenu member={member} /> : member.role}
            </Cell>
            <Cell phone="first-end" className="whitespace-nowrap text-ink-2">
              {member.last_seen_at ? (
                <>
                  <span className="sm:hidden">Seen </span>
                  <RelativeTime iso={member.last_seen_at} />
                </>
              ) : (
                <span className="text-ink-3">Never seen</span>
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

function Remove({ member }: { member: MemberAnswer }) {
  const verb = member.self ? 'Leave' : 'Remove';
  const remove = useChange('DELETE /api/dashboard/team/members/{id}', {
    ask: () => ({ id: member.user_id }),
    changes: member.self ? [] : [peopleQueries.all(), keyQueries.all()],
    ...(!member.self && { done: () => `${member.email} removed.` }),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plain" size="small">
          {verb}
          <span className="sr-only"> {member.email}</span>
        </Button>
      }
      title={member.self ? 'Leave the team?' : `Remove ${member.email}?`}
      description={
        member.self
          ? 'You lose access at once. An owner can invite you again.'
          : 'They lose access at once. Their actions stay in the audit log. Rotate the keys whose secrets they know: this page lists them.'
      }
      confirm={verb}
      busy={remove.isPending}
      onConfirm={(close) =>
        remove.mutate(undefined, {
          onSuccess: () => {
            close();
            if (member.self) window.location.assign(OVERVIEW);
          },
        })
      }
    />
  );
}
