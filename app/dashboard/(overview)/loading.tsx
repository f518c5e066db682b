import { OverviewSkeleton } from './_parts/overview-skeleton';

export default function OverviewLoading() {
  return (
    <div aria-busy="true">
      <p role="status" className="sr-only">
        Loading the overview
      </p>
      <OverviewSkeleton />
    </div>
  );
}
