/** The first stop of the Tab key: past the header, to the content. */
export const SkipLink = ({ to = 'main' }: { to?: string }) => (
  <a
    href={`#${to}`}
    className="sr-only z-20 bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:start-4 focus:top-4"
  >
    Skip to content
  </a>
)
