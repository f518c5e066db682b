'use client';

import { type ComponentProps, type FormEvent, useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { Field, Input, Select } from '@/app/_ui/field';
import { Secret } from '@/app/_ui/secret';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { ROLE_MEANINGS, ROLES, type Role } from '@/lib/domain/roles';
import type { InvitationAnswer, InvitedAnswer, TeamAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';

/** Invitations that are not accepted yet. */
export function Invitations({ team: { invitations, can } }: { team: TeamAnswer }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-4">
      <h2 className="text-section">Invitations</h2>
      <Table caption="Open invitations">
        <TableHead>
          <HeadCell>E-mail address</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Invited by</HeadCell>
          <HeadCell>Expires</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </TableHead>
        <TableBody>
          {invitations.map((invitation) => (
            <Row key={invitation.id}>
              <Cell phone="first-start" className="w-full truncate sm:max-w-0 font-medium">
                <span title={invitation.email}>{invitation.email}</span>
              </Cell>
              <Cell phone="second-start">{invitation.role}</Cell>
              <Cell className="max-w-52 truncate text-ink-2">
                <span title={invitation.invited_by}>{invitation.invited_by}</span>
              </Cell>
              <Cell phone="first-end" className="whitespace-nowrap text-ink-2">
                {invitation.expired ? (
                  <Badge tone="idle">Expired</Badge>
                ) : (
                  <RelativeTime iso={invitation.expires_at} upcoming />
                )}
              </Cell>
              <Cell phone="second-end" numeric>
                {can.administer && <RevokeInvitation invitation={invitation} />}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

function RevokeInvitation({ invitation }: { invitation: InvitationAnswer }) {
  const revoke = useChange('DELETE /api/dashboard/team/invitations/{id}', {
    ask: () => ({ id: invitation.id }),
    changes: [peopleQueries.all()],
    done: () => 'Invitation revoked.',
  });
  return (
    <Button variant="plain" size="small" busy={revoke.isPending} onClick={() => revoke.mutate()}>
      Revoke<span className="sr-only"> the invitation of {invitation.email}</span>
    </Button>
  );
}

const FORM = 'invite';

/** Invites a member and shows the invitation link once. */
export function Invite() {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useChange('POST /api/dashboard/team/invitations', {
    ask: () => ({ body: { email: email.trim(), role } }),
    changes: [peopleQueries.all()],
    quiet: true,
  });
  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    invite.reset();
    setEmail('');
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!invite.isPending) invite.mutate();
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="primary">Invite member</Button>
      </DialogTrigger>
      {invite.data ? (
        <Invited invited={invite.data} onDone={() => change(false)} />
      ) : (
        <Dialog
          title="Invite member"
          actions={
            <>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button type="submit" form={FORM} variant="primary" busy={invite.isPending}>
                Create invitation
              </Button>
            </>
          }
        >
          <form id={FORM} onSubmit={submit} noValidate className="grid gap-4">
            <Field label="E-mail address" error={invite.error && messageOf(invite.error)}>
              <Input
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
            <Field label="Role" hint={`${ROLE_MEANINGS[role]}.`}>
              <RoleSelect value={role} onRole={setRole} />
            </Field>
          </form>
        </Dialog>
      )}
    </DialogRoot>
  );
}

function Invited({ invited, onDone }: { invited: InvitedAnswer; onDone: () => void }) {
  return (
    <Dialog
      title={`Invitation for ${invited.email}`}
      description="Blocktally sends no e-mail: send this link yourself. It works once, for this address only, and is not shown again."
      actions={
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      }
    >
      <Secret
        label="invitation link"
        secret={invited.link}
        hint="Anyone with this link can accept the invitation."
      />
      <p className="text-ink-3 text-small">
        It expires <RelativeTime iso={invited.expires_at} upcoming />.
      </p>
    </Dialog>
  );
}

function messageOf(error: Error): string {
  if (!(error instanceof RequestFailed)) return 'The invitation was not created. Try again.';
  return error.fields.email ?? error.message;
}

interface RoleSelectProps
  extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'> {
  readonly value: Role;
  readonly onRole: (role: Role) => void;
}

export function RoleSelect({ value, onRole, ...rest }: RoleSelectProps) {
  return (
    <Select
      value={value}
      onChange={(event) => {
        const role = ROLES.find((one) => one === event.target.value);
        if (role) onRole(role);
      }}
      {...rest}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </Select>
  );
}
