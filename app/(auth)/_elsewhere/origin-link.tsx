interface Props {
  /** The URL of a page at one of the server's own addresses. */
  readonly href: string;
}

/** A link that shows only the origin of its URL. */
export function OriginLink({ href }: Props) {
  return (
    <a
      href={href}
      className="font-medium text-accent underline underline-offset-2 hover:text-accent-hover"
    >
      {new URL(href).origin}
    </a>
  );
}
