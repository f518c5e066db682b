'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/app/_ui/skeleton';
import type { TeamAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { ListState } from '../../_list/list-state';
import { Invitations } from './invitations';
import { Invite } from './invite';
import { Members } from './members';

/** Who works for the shop, and who is invited to. */
export function Team() {
  const query = useQuery(peopleQueries.team());
  return (
    <>
      <PageHead title="Team" aside={false} actions={query.data?.can.administer && <Invite />} />
      <ListState what="The team" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {(team: TeamAnswer) => (
          <>
            <Members team={team} />
            {team.invitations.length > 0 && <Invitations team={team} />}
          </>
        )}
      </ListState>
    </>
  );
}
