'use client';

import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { RelativeTime } from '@/app/_ui/relative-time';
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '@/app/_ui/table';
import type { InvitationAnswer, TeamAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';

/** Invitations that nobody has accepted yet. */
export function Invitations({ team: { invitations, can } }: { team: TeamAnswer }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-4">
      <h2 className="text-section">Invitations</h2>
      <Table caption="Open invitations">
        <TableHead>
          <HeadCell>Person</HeadCell>
          <HeadCell>Role</HeadCell>
          <HeadCell>Invited by</HeadCell>
          <HeadCell>Ends</HeadCell>
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
                  <RelativeTime iso={invitation.expires_at} />
                )}
              </Cell>
              <Cell phone="second-end" numeric>
                {can.administer && <TakeBack invitation={invitation} />}
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
    </section>
  );
}

function TakeBack({ invitation }: { invitation: InvitationAnswer }) {
  const revoke = useChange('DELETE /api/dashboard/team/invitations/{id}', {
    ask: () => ({ id: invitation.id }),
    changes: [peopleQueries.all()],
    done: () => `The invitation of ${invitation.email} no longer works.`,
  });
  return (
    <Button variant="plain" size="small" busy={revoke.isPending} onClick={() => revoke.mutate()}>
      Take back<span className="sr-only"> the invitation of {invitation.email}</span>
    </Button>
  );
}
