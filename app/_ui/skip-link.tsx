export function SkipLink() {
  return (
    <a
      href="#main"
      className="btn btn-primary sr-only focus:not-sr-only focus:fixed focus:start-3 focus:top-3 focus:z-50 focus:px-3 focus:py-2"
    >
      Skip to content
    </a>
  );
}
