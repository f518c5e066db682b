import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { DocsFrame } from './_site/docs-frame';

export default function NoSuchPage() {
  return (
    <DocsFrame current="">
      <h1 className="text-display-phone">Page not found</h1>
      <p className="mt-4 max-w-[60ch] text-body text-ink-2">
        The page may have moved. Search for it above.
      </p>
      <div className="mt-6">
        <ButtonLink href={'/docs' as Route} variant="primary">
          Go to the overview
        </ButtonLink>
      </div>
    </DocsFrame>
  );
}
