import { Skeleton } from '@/app/_ui/skeleton';

/** The page's shape while it is on its way. */
export function PaymentSkeleton() {
  return (
    <div className="grid gap-6">
      <Skeleton className="h-7 w-64" />
      <div className="flex flex-wrap gap-12 border-rule-5 border-y bg-surface px-5 py-4">
        {['requested', 'received', 'confirmations'].map((figure) => (
          <div key={figure} className="grid gap-2 py-1">
            <Skeleton className="w-20" />
            <Skeleton className="h-5 w-32" />
          </div>
        ))}
      </div>
      <div className="grid gap-3">
        <Skeleton className="h-5 w-28" />
        <Skeleton className="w-3/5" />
        <Skeleton className="w-2/5" />
        <Skeleton className="w-1/2" />
      </div>
    </div>
  );
}
