import { ButtonLink } from '@/app/_ui/button';
import { Frame } from './_site/frame';

export default function NoSuchPage() {
  return (
    <Frame current="">
      <h1 className="text-display-phone">There is no such page</h1>
      <p className="mt-4 max-w-[60ch] text-body text-ink-2">
        It may have moved. The search knows every page there is.
      </p>
      <div className="mt-6">
        <ButtonLink href="/docs" variant="primary">
          Go to the overview
        </ButtonLink>
      </div>
    </Frame>
  );
}
