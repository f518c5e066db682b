'use client';

import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '@/app/_ui/skeleton';
import type { TeamAnswer } from '../../_data/people-answers';
import { peopleQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { QueryState } from '../../_list/query-state';
import { Invitations, Invite } from './invitations';
import { Members } from './members';

/** The merchant's members and open invitations. */
export function Team() {
  const query = useQuery(peopleQueries.team());
  return (
    <>
      <PageHead title="Team" aside={false} actions={query.data?.can.administer && <Invite />} />
      <QueryState what="The team" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
        {(team: TeamAnswer) => (
          <>
            <Members team={team} />
            {team.invitations.length > 0 && <Invitations team={team} />}
          </>
        )}
      </QueryState>
    </>
  );
}
