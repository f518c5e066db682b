import type { StaticImageData } from 'next/image';
import dashboardDark from '../_pictures/dashboard-dark.webp';
import dashboardLight from '../_pictures/dashboard-light.webp';
import paymentPageDark from '../_pictures/payment-page-dark.webp';
import paymentPageLight from '../_pictures/payment-page-light.webp';
import { Replay } from './replay';
import recording from './replay.json';
import type { PaymentRecording } from './replay-frames';

export function RecordedPaymentDemo() {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-10 border-t py-12">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <div>
          <h2 className="text-title">Watch a payment arrive</h2>
          <p className="mt-3 max-w-[60ch] text-body text-ink-2">
            Recorded on the sandbox, the built-in chain where you can try everything without real
            money.
          </p>
        </div>
        <Replay recording={recording as PaymentRecording} />
      </div>
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_16.25rem]">
        <Picture
          caption="The dashboard shows what you earned this month and what needs your decision."
          alt="The dashboard’s Home page, with the month’s earnings in a chart by day and the inbox under it."
          light={dashboardLight}
          dark={dashboardDark}
        />
        <Picture
          caption="The payment page, on the customer’s phone."
          alt="The payment page of an order for 125 000 sat, with a QR code, the address and the time left."
          light={paymentPageLight}
          dark={paymentPageDark}
          className="max-w-65"
        />
      </div>
    </section>
  );
}

interface PictureProps {
  readonly caption: string;
  readonly alt: string;
  readonly light: StaticImageData;
  readonly dark: StaticImageData;
  readonly className?: string;
}

/** One image per theme. A browser loads only the image for the page's theme. */
function Picture({ caption, alt, light, dark, className }: PictureProps) {
  return (
    <figure className={className}>
      <Themed image={light} alt={alt} className="dark:hidden" />
      <Themed image={dark} alt={alt} className="hidden dark:block" />
      <figcaption className="mt-2 text-ink-2 text-small">{caption}</figcaption>
    </figure>
  );
}

interface ThemedProps {
  readonly image: StaticImageData;
  readonly alt: string;
  readonly className: string;
}

function Themed({ image: { src, width, height }, alt, className }: ThemedProps) {
  return (
    // biome-ignore lint/performance/noImgElement: a picture of its final size needs no optimizer
    <img
      src={src}
      width={width}
      height={height}
      alt={alt}
      loading="lazy"
      decoding="async"
      className={`h-auto w-full rounded-slip border ${className}`}
    />
  );
}
