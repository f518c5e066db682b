'use client';

import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import { Tab, TabList, TabPanel, TabsRoot } from '@/app/_ui/tabs';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { EditKeyForm } from './edit-key-form';
import { KeyRequests } from './key-requests';

interface Props {
  readonly apiKey: KeyAnswer;
  readonly editable: boolean;
}

/** The settings of a key, and its requests. */
export function KeyTabs({ apiKey, editable }: Props) {
  const [url, setUrl] = useQueryStates({
    tab: parseAsStringLiteral(['requests']),
    /** Opens the requests too. */
    request: parseAsString,
    status: parseAsString,
  });
  const search = useCallback(
    (text: string) => void setUrl({ tab: 'requests', request: text.trim() || null }),
    [setUrl],
  );
  const open = url.tab ?? (url.request === null ? 'settings' : 'requests');
  return (
    <TabsRoot
      value={open}
      onValueChange={(tab) =>
        void setUrl({ tab: tab === 'requests' ? tab : null, request: null, status: null })
      }
    >
      <TabList>
        <Tab value="settings">Settings</Tab>
        <Tab value="requests">Requests</Tab>
      </TabList>
      {/* Stays, with what was typed. */}
      <TabPanel value="settings" forceMount className="max-w-reading data-[state=inactive]:hidden">
        <EditKeyForm key={apiKey.id} apiKey={apiKey} editable={editable} />
      </TabPanel>
      <TabPanel value="requests">
        <KeyRequests apiKeyId={apiKey.id} request={url.request ?? ''} onSearch={search} />
      </TabPanel>
    </TabsRoot>
  );
}
