'use client';

import { parseAsString, useQueryState } from 'nuqs';
import { useCallback } from 'react';
import { SearchBox } from '../../_list/search-box';
import { FoundRequest } from './found-request';

/** A search for a request over all keys of the merchant. */
export function FindRequest() {
  const [id, setId] = useQueryState('request', parseAsString.withDefault(''));
  const search = useCallback((text: string) => void setId(text || null), [setId]);
  return (
    <section className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-3">
      <h2 className="text-section">Find a request</h2>
      <p className="max-w-reading text-ink-2">
        Enter the request id that an error of the API shows. Requests are kept for 7 days.
      </p>
      <SearchBox label="Request id" placeholder="Request id" value={id} onSearch={search} />
      {id !== '' && <FoundRequest id={id} onClear={() => void setId(null)} />}
    </section>
  );
}
