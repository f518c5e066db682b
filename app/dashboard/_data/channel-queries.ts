import { queryOptions } from '@tanstack/react-query';
import { AGING_POLL_MS, apiQuery, pollUnlessLive, SLOW_POLL_MS } from './api-query';

/** Always polls, because sent messages are not pushed to the page and the shown times age. */
export const channelQueries = {
  list: () =>
    queryOptions({
      ...apiQuery('GET /api/dashboard/settings/channels', {}),
      refetchInterval: pollUnlessLive(SLOW_POLL_MS, AGING_POLL_MS),
    }),
};
