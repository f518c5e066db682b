import { ButtonLink } from '@/app/_ui/button';
import { EmptyState } from '@/app/_ui/empty-state';
import { canAdminister } from '@/lib/domain/roles';
import { useFrame } from '../_frame/frame';
import { NEW_KEY } from '../_frame/paths';

/** For pages that need an API key. Only owners can create one. */
export function NoApiKeyNotice({ title }: { title: string }) {
  const isOwner = useFrame(({ role }) => canAdminister(role));
  return (
    <EmptyState
      title={title}
      action={
        isOwner && (
          <ButtonLink variant="primary" href={NEW_KEY}>
            Create API key
          </ButtonLink>
        )
      }
    >
      Every payment belongs to an API key, which sets its network and wallet.
      {!isOwner && ' Ask an owner to create an API key.'}
    </EmptyState>
  );
}
