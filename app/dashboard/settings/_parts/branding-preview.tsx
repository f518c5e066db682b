'use client';

import { useEffect, useState } from 'react';
import { useFrame } from '../../_frame/frame';

/** The preview is rendered again this long after the last key press. */
const PAUSE_MS = 250;

interface PreviewProps {
  /** The typed settings, by name. */
  readonly texts: Readonly<Record<string, string>>;
  /** A hash; empty if no logo is saved. */
  readonly logo: string;
}

/** Shows the payment page in both themes, rendered by the server with the typed settings. */
export function BrandingPreview({ texts, logo }: PreviewProps) {
  const { merchant } = useFrame();
  const trimmed = Object.entries(texts).map(([name, text]) => [name, text.trim()]);
  const fields = {
    ...Object.fromEntries(trimmed),
    accent: texts.accent?.trim().toLowerCase() ?? '',
  };
  const search = new URLSearchParams({ ...fields, name: merchant.name }).toString();
  const html = usePreview(search, logo);
  return (
    <div className="flex flex-wrap gap-4">
      {(['light', 'dark'] as const).map((theme) => (
        <figure key={theme} className="grid gap-1">
          <figcaption className="text-ink-3 text-small">
            {theme === 'light' ? 'Light theme' : 'Dark theme'}
          </figcaption>
          <div className="h-[36rem] w-60 overflow-hidden rounded-control border border-rule">
            <iframe
              title={`Preview of the payment page, ${theme} theme`}
              // The preview runs no script. `allow-same-origin` lets it load fonts.
              sandbox="allow-same-origin"
              srcDoc={html?.replace('<html', `<html data-theme="${theme}"`)}
              tabIndex={-1}
              inert
              className="pointer-events-none h-[60rem] w-[25rem] origin-top-left scale-[0.6] border-0"
            />
          </div>
        </figure>
      ))}
    </div>
  );
}

/**
 * Returns the HTML of the payment page with these settings, requested shortly after the last
 * change.
 */
function usePreview(search: string, logo: string): string | undefined {
  const [html, setHtml] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the server adds the saved logo
  useEffect(() => {
    const outdated = new AbortController();
    const render = async () => {
      const { signal } = outdated;
      const response = await fetch(`/dashboard/settings/preview?${search}`, { signal });
      if (response.ok) setHtml(await response.text());
    };
    // If a preview cannot be loaded, the previous one stays.
    const timer = setTimeout(() => void render().catch(() => undefined), PAUSE_MS);
    return () => {
      clearTimeout(timer);
      outdated.abort();
    };
  }, [search, logo]);
  return html;
}
