import { Skeleton } from '@/app/_ui/skeleton';

/** In the size of the overview, while it loads. */
export function OverviewSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-7 w-32" />
      <div className="flex gap-12">
        <Skeleton className="h-16 w-36" />
        <Skeleton className="h-16 w-36" />
        <Skeleton className="h-16 w-36" />
      </div>
      <Skeleton className="h-56 w-full" />
      <Skeleton className="h-64 w-full" />
    </div>
  );
}
