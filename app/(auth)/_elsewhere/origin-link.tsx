interface Props {
  readonly href: string;
}

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
