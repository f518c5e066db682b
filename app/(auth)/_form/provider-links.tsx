import { buttonClasses } from '@/app/_ui/button-classes';
import type { ProviderSetting } from '@/lib/provider-settings';

interface Props {
  readonly providers: readonly Pick<ProviderSetting, 'id' | 'name'>[];
  /** Where to go afterwards. */
  readonly callbackUrl: string;
}

/** Other ways in. Plain links, never fetched ahead: each starts a sign-in. */
export function ProviderLinks({ providers, callbackUrl }: Props) {
  if (providers.length === 0) return null;
  return (
    <div className="grid gap-3">
      <p className="flex items-center gap-3 text-ink-3 text-small before:h-px before:flex-1 before:bg-rule after:h-px after:flex-1 after:bg-rule">
        or
      </p>
      {providers.map(({ id, name }) => (
        <a
          key={id}
          href={`/sign-in/with/${id}?callbackUrl=${encodeURIComponent(callbackUrl)}`}
          className={buttonClasses({ className: 'w-full' })}
        >
          Continue with {name}
        </a>
      ))}
    </div>
  );
}
