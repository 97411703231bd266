const sizes = { desk: { width: 1200, height: 750 }, phone: { width: 390, height: 844 } } as const

/**
 * A picture of the running product in the theme of the page. Both are in the document and the style
 * sheet hides one; a lazy picture that is hidden is never loaded.
 */
export function Screenshot({ name, alt, size = 'desk' }: Picture) {
  return ['light', 'dark'].map((theme) => (
    <img
      key={theme}
      className={`screenshot only-${theme}`}
      src={`/images/${name}-${theme}.avif`}
      alt={alt}
      {...sizes[size]}
      loading="lazy"
      decoding="async"
    />
  ))
}
type Picture = { name: string; alt: string; size?: keyof typeof sizes }
