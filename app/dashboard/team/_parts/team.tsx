'use client';

import { useQuery } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { Skeleton } from '@/app/_ui/skeleton';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
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
            <Table
              caption="Members"
              columns={columnsOf(team.can)}
              rows={team.members}
              keyOf={(member) => member.user_id}
            />
            <Invitations team={team} />
          </>
        )}
      </QueryState>
    </>
  );
}

const columnsOf = (can: TeamAnswer['can']): readonly Column<MemberAnswer>[] => [
  {
    head: 'Member',
    phone: 'first-start',
    cellClassName: 'w-full truncate sm:max-w-0',
    cell: ({ email, self }) => (
      <>
        <span className="font-medium" title={email}>
          {email}
        </span>
        {self && <span className="text-ink-3"> (you)</span>}
      </>
    ),
  },
  {
    head: 'Role',
    phone: 'second-start',
    cell: (member) => (can.administer ? <RoleMenu member={member} /> : member.role),
  },
  {
    head: 'Last seen',
    phone: 'first-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ last_seen_at: iso }) =>
      iso ? (
        <>
          <span className="sm:hidden">Seen </span>
          <RelativeTime iso={iso} />
        </>
      ) : (
        <span className="text-ink-3">Never seen</span>
      ),
  },
  {
    head: 'Joined',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ joined_at: iso }) => <RelativeTime iso={iso} />,
  },
  actionsColumn((member) => (can.administer || member.self) && <Remove member={member} />),
];

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
