import type { Branding } from '@/lib/domain/branding';
import type { Wording } from './wording';

export function MerchantName({ name, face: { logo } }: { name: string; face: Branding }) {
  return (
    <span className="slip-merchant">
      {logo && (
        // biome-ignore lint/performance/noImgElement: next/image needs React in the browser
        <img
          src={`../pay/logos/${logo.hash}.png`}
          width={Math.round(logo.width / 2)}
          height={Math.round(logo.height / 2)}
          alt=""
        />
      )}
      <bdi>{name}</bdi>
    </span>
  );
}

interface ContactProps {
  readonly face: Branding;
  readonly wording: Wording;
  /** The payment's reference, which becomes the subject of a mail. */
  readonly reference: string | null;
  /** Whether the button is the customer's only next step, and so the primary one. */
  readonly primary?: boolean;
}

/**
 * A button to mail or call the merchant. Shows nothing without an e-mail address or a phone number.
 */
export function ContactButton({ face, wording, reference, primary = false }: ContactProps) {
  const contact = contactsOf(face, reference)[0];
  if (!contact) return null;
  return (
    <p className="slip-contact">
      <a className={`btn btn-large btn-${primary ? 'primary' : 'quiet'}`} href={contact.href}>
        <span>{wording.rich('contactShop')}</span>
        <small dir="ltr">{contact.text}</small>
      </a>
    </p>
  );
}

/** Links to the merchant's contacts, and to the pages that the law or the merchant requires. */
export function MerchantLinks({ face, wording, reference }: Omit<ContactProps, 'primary'>) {
  const { imprintUrl, termsUrl } = face;
  const contacts = contactsOf(face, reference);
  const pages = [
    [imprintUrl, 'imprint'],
    [termsUrl, 'terms'],
  ] as const;
  if (contacts.length === 0 && !imprintUrl && !termsUrl) return null;
  return (
    <ul className="face-links">
      {contacts.map(({ href, text }) => (
        <li key={href}>
          <a href={href} dir="ltr">
            {text}
          </a>
        </li>
      ))}
      {pages.map(
        ([url, label]) =>
          url && (
            <li key={label}>
              <a href={url} target="_blank" rel="noreferrer">
                {wording.plain(label)}
              </a>
            </li>
          ),
      )}
    </ul>
  );
}

function contactsOf({ supportEmail, supportPhone }: Branding, reference: string | null) {
  const subject = reference === null ? '' : `?subject=${encodeURIComponent(reference)}`;
  return [
    ...(supportEmail ? [{ href: `mailto:${supportEmail}${subject}`, text: supportEmail }] : []),
    ...(supportPhone
      ? [{ href: `tel:${supportPhone.replace(/[^\d+]/g, '')}`, text: supportPhone }]
      : []),
  ];
}
