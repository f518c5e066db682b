import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';

interface Props {
  readonly title: string;
  /** Where a key is created. */
  readonly href: Route;
}

/** In place of what needs an API key. */
export function NoKey({ title, href }: Props) {
  return (
    <Empty
      title={title}
      action={
        <ButtonLink variant="primary" href={href}>
          Create API key
        </ButtonLink>
      }
    >
      Every payment belongs to an API key, which sets its network and wallet.
    </Empty>
  );
}
