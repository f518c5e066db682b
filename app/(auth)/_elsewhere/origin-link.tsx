interface Props {
  /** A URL at another name of this server. */
  readonly href: string;
}

/** A link that shows only the name it leads to. */
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
