'use client';

import { useQuery } from '@tanstack/react-query';
import { parseAsString, useQueryStates } from 'nuqs';
import { Button } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { Select } from '@/app/_ui/select';
import { SkeletonRows } from '@/app/_ui/skeleton';
import { Table, TableBody } from '@/app/_ui/table';
import { ACT_WORDS } from '../../_data/act-words';
import { peopleQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { useFrame } from '../../_frame/use-frame';
import { ListState } from '../../_list/list-state';
import { AuditHead, AuditTable } from './audit-table';

/** What people changed. Owners only: it names addresses that people came from. */
export function AuditLog() {
  const { role } = useFrame();
  return (
    <>
      <PageHead title="Audit log" aside={false}>
        Everything that people changed, by whom and from where. Nothing in it can be changed.
      </PageHead>
      {role === 'owner' ? (
        <Entries />
      ) : (
        <Empty title="Only owners see the audit log.">
          <p>It names the addresses that people sign in from.</p>
        </Empty>
      )}
    </>
  );
}

function Entries() {
  const [url, setUrl] = useQueryStates({
    act: parseAsString,
    /** The last entry of the page before. */
    after: parseAsString,
  });
  const search = new URLSearchParams({
    ...(url.act && { act: url.act }),
    ...(url.after && { after: url.after }),
  });
  const query = useQuery(peopleQueries.audit(search.toString()));
  return (
    <>
      <Select
        aria-label="What was done"
        value={url.act ?? ''}
        onChange={({ target }) => void setUrl({ act: target.value || null, after: null })}
        className="sm:max-w-72"
      >
        <option value="">Everything</option>
        {Object.entries(ACT_WORDS).map(([act, words]) => (
          <option key={act} value={act}>
            {words.charAt(0).toUpperCase() + words.slice(1)}
          </option>
        ))}
      </Select>
      <ListState what="The audit log" query={query} skeleton={<AuditSkeleton />}>
        {({ data, has_more: more }) =>
          data.length === 0 ? (
            <Empty
              title={url.act ? 'Nobody has done that yet.' : 'Nothing has been changed yet.'}
              action={
                url.act && (
                  <Button onClick={() => void setUrl({ act: null, after: null })}>
                    Clear filters
                  </Button>
                )
              }
            />
          ) : (
            <>
              <AuditTable entries={data} />
              <div className="flex gap-2">
                {url.after && (
                  <Button
                    size="small"
                    onClick={() => void setUrl({ after: null }, { history: 'push' })}
                  >
                    Newest
                  </Button>
                )}
                {more && (
                  <Button
                    size="small"
                    onClick={() =>
                      void setUrl({ after: data.at(-1)?.id ?? null }, { history: 'push' })
                    }
                  >
                    Older
                  </Button>
                )}
              </div>
            </>
          )
        }
      </ListState>
    </>
  );
}

function AuditSkeleton() {
  return (
    <Table caption="The audit log is loading">
      <AuditHead />
      <TableBody>
        <SkeletonRows columns={5} />
      </TableBody>
    </Table>
  );
}
