import { Skeleton } from '@/app/_ui/skeleton';

export default function OverviewLoading() {
  return (
    <div aria-busy="true" className="grid gap-6">
      <p role="status" className="sr-only">
        Loading the overview
      </p>
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
