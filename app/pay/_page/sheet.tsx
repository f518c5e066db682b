import type { ReactNode } from 'react';
import { NetworkBar } from '@/app/_ui/network';
import type { Network } from '@/lib/domain/network';
import { FONT_FACES, PRELOADED_FONT } from './fonts';
import { SCRIPT, STYLE } from './inline';
import { directionOf, type Language } from './languages';

interface Props {
  readonly language: Language;
  readonly title: string;
  readonly network?: Network | undefined;
  /** Whether the page's script has anything to do. */
  readonly script?: boolean;
  readonly children: ReactNode;
}

/**
 * The whole document. Its style and script stand in it, allowed by their hashes: one answer is
 * all it takes to pay. Addresses are relative, so that it works under any public base URL.
 */
export function Sheet({ language, title, network = 'mainnet', script = false, children }: Props) {
  return (
    <html lang={language} dir={directionOf(language)}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content="no-referrer" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href="../icon.svg" />
        <link rel="preload" as="font" type="font/woff2" href={PRELOADED_FONT} crossOrigin="" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, bundled */}
        <style dangerouslySetInnerHTML={{ __html: STYLE + FONT_FACES }} />
      </head>
      <body>
        <NetworkBar network={network} />
        {children}
        {script && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, bundled
          <script dangerouslySetInnerHTML={{ __html: SCRIPT }} />
        )}
      </body>
    </html>
  );
}
