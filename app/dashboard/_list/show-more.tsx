import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';

export function ShowMore({ query }: { query: UseInfiniteQueryResult }) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      className="justify-self-start"
      busy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      Show more
    </Button>
  );
}
