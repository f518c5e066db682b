import type { ReactNode } from 'react';
import { LogoMark } from '@/app/_ui/logo';
import { NetworkBar } from '@/app/_ui/network';
import type { Language } from '@/lib/domain/language';
import type { MessageKey } from '@/lib/domain/messages';
import type { Network } from '@/lib/domain/network';
import type { PaymentUpdate } from '@/sdk/src/embed';
import { accentStyle } from './accent-style';
import { FONT_FACE_CSS, PAGE_CSS, PAYMENT_PAGE_SCRIPT, PRELOADED_FONTS } from './assets';
import { MerchantLinks } from './face';
import { directionOf, hasOwnFont } from './languages';
import { LocalizedTime } from './localized-time';
import { isPayable } from './page-state';
import { slipFacts } from './render';
import { Slip } from './slip';
import type { PaymentPageView } from './view';
import { LeavingBar } from './way-back';
import type { Wording } from './wording';

interface Props {
  readonly language: Language;
  readonly title: string;
  readonly network?: Network | undefined;
  readonly script?: string | undefined;
  readonly style?: string;
  /** The merchant's color; by default the accent of tokens.css. */
  readonly accent?: string | null | undefined;
  readonly referrer?: 'no-referrer' | 'same-origin';
  /** The base of relative URLs; by default the page's own URL. */
  readonly base?: string | undefined;
  readonly children: ReactNode;
}

/**
 * The whole document. Styles and script are inline, so that a single response is enough to pay.
 * Relative URLs work under any base URL.
 */
export function PageDocument({
  language,
  title,
  network = 'mainnet',
  script,
  style = PAGE_CSS,
  accent,
  referrer = 'no-referrer',
  base,
  children,
}: Props) {
  const ownFont = hasOwnFont(language);
  return (
    <html lang={language} dir={directionOf(language)} data-font={ownFont ? undefined : 'system'}>
      <head>
        <meta charSet="utf-8" />
        {base && <base href={base} />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex, nofollow" />
        <meta name="referrer" content={referrer} />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <link rel="icon" type="image/svg+xml" href="../icon.svg" />
        {(ownFont ? PRELOADED_FONTS : []).map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" href={font} crossOrigin="" />
        ))}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet, bundled */}
        <style dangerouslySetInnerHTML={{ __html: style + FONT_FACE_CSS }} />
        {accent && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: made of checked colors
          <style dangerouslySetInnerHTML={{ __html: accentStyle(accent) }} />
        )}
      </head>
      <body>
        <NetworkBar network={network} />
        {children}
        {script && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own script, bundled
          <script dangerouslySetInnerHTML={{ __html: script }} />
        )}
      </body>
    </html>
  );
}

interface PaymentProps {
  readonly view: PaymentPageView;
  /** The invoice id, only for a page that a shop's script opens. */
  readonly invoiceId?: string;
}

export function PaymentSheet({ view, invoiceId }: PaymentProps) {
  const { payment, state, wording } = view;
  const { tag, title, now, expires, status } = slipFacts(view);
  const test = payment.network !== 'mainnet';
  return (
    <PageDocument
      language={wording.language}
      title={title}
      network={payment.network}
      script={PAYMENT_PAGE_SCRIPT}
      accent={payment.face.accent}
      base={invoiceId && `../pay/${payment.checkoutId}`}
    >
      <main>
        <div className="slip">
          <div
            id="slip"
            data-invoice={invoiceId}
            data-tag={tag}
            data-state={state}
            data-now={now}
            data-expires={expires ?? undefined}
            {...frameData(view, status)}
          >
            <Slip view={view} />
          </div>
          <p id="offline" className="slip-offline tone-pending" hidden>
            <span>{wording.plain('offline')}</span> <span>{wording.plain('retrying')}</span>
          </p>
          <NoUpdates view={view} />
        </div>
        <p id="say" className="sr-only" aria-live="polite" />
        <LeavingBar view={view} />
        <p className="fine-print">
          {test
            ? wording.rich('noteTest', { network: payment.network })
            : wording.rich('noteMainnet')}
        </p>
        <MerchantLinks face={payment.face} wording={wording} reference={payment.reference} />
      </main>
    </PageDocument>
  );
}

/**
 * A note that the page's script removes. A noscript element would not appear if a browser blocks
 * only this script, or is too old for it.
 */
function NoUpdates({ view: { payment, state, wording } }: { view: PaymentPageView }) {
  const { language } = wording;
  return (
    <div id="no-updates" className="slip-no-updates">
      <p>
        {wording.plain('noUpdates')}{' '}
        {isPayable(state) &&
          wording.rich('payBefore', {
            time: <LocalizedTime at={payment.expiresAt} language={language} />,
          })}
      </p>
      <a className="btn btn-quiet btn-large" href={`?lang=${language}`}>
        {wording.plain('checkAgain')}
      </a>
    </div>
  );
}

/** Returns the data that the script needs in a frame; empty if the key allows no frames. */
function frameData({ payment: { embedOrigins }, wording }: PaymentPageView, status: PaymentUpdate) {
  if (embedOrigins.length === 0) return {};
  return {
    'data-shops': embedOrigins.join(' '),
    'data-close-label': wording.plain('close'),
    'data-status': JSON.stringify(status),
  };
}

interface MessageProps {
  readonly wording: Wording;
  readonly title: MessageKey;
  readonly heading: MessageKey;
  readonly text: MessageKey;
  /** Whether to show a link that reloads the page. */
  readonly retry?: boolean;
}

/** Shown instead of a payment, for an unknown link or an unavailable server. */
export function MessageSheet({ wording, title, heading, text, retry }: MessageProps) {
  return (
    <PageDocument language={wording.language} title={wording.plain(title)}>
      <main>
        <div className="slip">
          <div className="closed">
            <LogoMark />
            <h1>{wording.plain(heading)}</h1>
            <p>{wording.plain(text)}</p>
            {retry && (
              <a className="btn btn-quiet btn-large" href={`?lang=${wording.language}`}>
                {wording.plain('checkAgain')}
              </a>
            )}
          </div>
        </div>
      </main>
    </PageDocument>
  );
}
