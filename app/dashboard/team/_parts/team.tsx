'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, buttonClasses } from '@/app/_ui/button';
import { ConfirmDialog, ConfirmDialogContent, DialogRoot } from '@/app/_ui/dialog';
import { Check, ChevronDown } from '@/app/_ui/icons';
import { MenuButton } from '@/app/_ui/menu-button';
import { Skeleton } from '@/app/_ui/skeleton';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { ROLES, type Role } from '@/lib/domain/roles';
import type { MemberResponse, TeamResponse } from '@/lib/http/merchant/people-response';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { HOME, TEAM } from '../../_frame/paths';
import { QueryState } from '../../_list/query-state';
import { KeysToRotate } from '../../keys/_parts/keys-to-rotate';
import { Invitations, Invite } from './invitations';
import { RequireFactorCheckbox } from './require-factor-checkbox';
import { TeamPageHead } from './team-page-head';

export function Team() {
  const query = useQuery(peopleQueries.team());
  return (
    <>
      <TeamPageHead current={TEAM} actions={query.data?.can.administer && <Invite />} />
      <KeysToRotate />
      <QueryState what="The team" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {(team: TeamResponse) => (
          <>
            <Table
              caption="Members"
              columns={columnsOf(team.can)}
              rows={team.members}
              keyOf={(member) => member.user_id}
            />
            <Invitations team={team} />
            {team.can.administer && <RequireFactorCheckbox team={team} />}
          </>
        )}
      </QueryState>
    </>
  );
}

const columnsOf = (can: TeamResponse['can']): readonly Column<MemberResponse>[] => [
  {
    head: 'Member',
    phone: 'first-start',
    cellClassName: 'w-full truncate sm:max-w-0',
    cell: ({ name, email, self }) => (
      <>
        <span className="font-medium" title={email}>
          {name ?? email}
        </span>
        {self && <span className="text-ink-3"> (you)</span>}
        {name && <span className="block truncate text-ink-3 text-small">{email}</span>}
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

function shownName({ name, email }: MemberResponse): string {
  return name ?? email;
}

function Remove({ member }: { member: MemberResponse }) {
  const verb = member.self ? 'Leave' : 'Remove';
  const remove = useChange('DELETE /api/dashboard/team/members/{id}', {
    ask: () => ({ id: member.user_id }),
    refetches: !member.self,
    ...(!member.self && { done: () => `${shownName(member)} removed.` }),
  });
  return (
    <ConfirmDialog
      trigger={
        <Button variant="plain" size="small">
          {verb}
          <span className="sr-only"> {shownName(member)}</span>
        </Button>
      }
      title={member.self ? 'Leave the team?' : `Remove ${shownName(member)}?`}
      description={
        member.self
          ? 'You lose access immediately. An owner can invite you again.'
          : 'They lose access immediately. Their actions stay in the audit log. Then rotate the API keys whose secrets they know. This page lists them.'
      }
      confirm={verb}
      busy={remove.isPending}
      onConfirm={(close) =>
        remove.mutate(undefined, {
          onSuccess: () => {
            close();
            if (member.self) window.location.assign(HOME);
          },
        })
      }
    />
  );
}

/**
 * Changes a member's role. Asks for confirmation before a member becomes an owner, and before users
 * change their own role.
 */
function RoleMenu({ member }: { member: MemberResponse }) {
  const [asked, setAsked] = useState<Role>();
  const change = useChange('PATCH /api/dashboard/team/members/{id}', {
    ask: (role: Role) => ({ id: member.user_id, body: { role } }),
    done: () => 'Role changed.',
  });
  function choose(role: Role) {
    if (role === member.role || change.isPending) return;
    if (role === 'owner' || member.self) setAsked(role);
    else change.mutate(role);
  }
  const close = () => setAsked(undefined);
  return (
    <>
      <MenuButton
        align="start"
        aria-label={`Role of ${shownName(member)}: ${member.role}`}
        aria-busy={change.isPending || undefined}
        className={buttonClasses({ size: 'small', className: 'min-w-24 justify-between' })}
        entries={ROLES.map((role) => ({
          label: (
            <>
              <span className="flex-1">{role}</span>
              {role === member.role && <Check aria-hidden />}
            </>
          ),
          current: role === member.role,
          onSelect: () => choose(role),
        }))}
      >
        {change.isPending ? change.variables : member.role}
        <ChevronDown aria-hidden />
      </MenuButton>
      <DialogRoot open={asked !== undefined} onOpenChange={close}>
        {asked && (
          <ConfirmDialogContent
            {...questionOf(member, asked)}
            busy={change.isPending}
            onConfirm={() => change.mutate(asked, { onSettled: close })}
          />
        )}
      </DialogRoot>
    </>
  );
}

function questionOf(member: MemberResponse, role: Role) {
  if (member.self) {
    return {
      title: `Change your own role to ${role}?`,
      description:
        'You can no longer manage API keys, the team and settings. Only another owner can change it back.',
      confirm: 'Change role',
    };
  }
  return {
    title: `Make ${shownName(member)} an owner?`,
    description:
      'Owners manage API keys, the team and settings. They can also remove other owners.',
    confirm: 'Make owner',
    variant: 'primary' as const,
  };
}
