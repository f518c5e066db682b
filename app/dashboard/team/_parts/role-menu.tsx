'use client';

import { useState } from 'react';
import { buttonClasses } from '@/app/_ui/button';
import { DialogRoot, Question } from '@/app/_ui/dialog';
import { Check, ChevronDown } from '@/app/_ui/icons';
import { MenuButton } from '@/app/_ui/menu-button';
import { ROLES, type Role } from '@/lib/domain/roles';
import type { MemberAnswer } from '@/lib/http/answers/people';
import { keyQueries, peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';

/** Changes the role of a member; asks before it makes an owner, and before it changes one's own. */
export function RoleMenu({ member }: { member: MemberAnswer }) {
  const [asked, setAsked] = useState<Role>();
  const change = useChange('PATCH /api/dashboard/team/members/{id}', {
    ask: (role: Role) => ({ id: member.user_id, body: { role } }),
    changes: [peopleQueries.all(), keyQueries.all()],
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
        aria-label={`Role of ${member.email}: ${member.role}`}
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
          <Question
            {...questionOf(member, asked)}
            busy={change.isPending}
            onConfirm={() => change.mutate(asked, { onSettled: close })}
          />
        )}
      </DialogRoot>
    </>
  );
}

function questionOf({ self, email }: MemberAnswer, role: Role) {
  if (self) {
    return {
      title: `Change your own role to ${role}?`,
      description:
        'You can no longer manage API keys, the team and settings. Only another owner can change it back.',
      confirm: 'Change role',
    };
  }
  return {
    title: `Make ${email} an owner?`,
    description:
      'Owners manage API keys, the team and settings. They can also remove other owners.',
    confirm: 'Make owner',
    variant: 'primary' as const,
  };
}
