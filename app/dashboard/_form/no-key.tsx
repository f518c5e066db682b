import type { Route } from 'next';
import { ButtonLink } from '@/app/_ui/button';
import { Empty } from '@/app/_ui/empty';
import { useFrame } from '../_frame/frame';

interface Props {
  readonly title: string;
  /** Where a key is created. */
  readonly href: Route;
}

/** In place of what needs an API key, which only owners can create. */
export function NoKey({ title, href }: Props) {
  const isOwner = useFrame(({ role }) => role === 'owner');
  return (
    <Empty
      title={title}
      action={
        isOwner && (
          <ButtonLink variant="primary" href={href}>
            Create API key
          </ButtonLink>
        )
      }
    >
      Every payment belongs to an API key, which sets its network and wallet.
      {!isOwner && ' Ask an owner to create one.'}
    </Empty>
  );
}
