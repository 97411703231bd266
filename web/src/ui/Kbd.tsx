/** The caps of keys, in the order of pressing. */
export function Kbd({ caps }: { caps: readonly string[] }) {
  return (
    <span className="inline-flex gap-1">
      {caps.map((cap) => (
        <kbd
          key={cap}
          className="min-w-6 rounded-control border border-edge bg-bg px-1.5 py-0.5 text-center font-sans text-xs text-text"
        >
          {cap}
        </kbd>
      ))}
    </span>
  )
}
