/** The mark of the product; its name always stands beside it. */
export function Logo() {
  return (
    <svg width="28" height="28" viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="7" className="fill-accent" />
      <path className="fill-on-accent" d="M12 6h8v7h-8zM17 15h8v7h-8zM5 24h22v2H5z" />
      <path className="fill-on-accent" opacity=".7" d="M7 15h8v7H7z" />
    </svg>
  )
}
