/**
 * A picture of the running product in the theme of the page. Both are in the document and the style
 * sheet hides one; a lazy picture that is hidden is never loaded.
 */
export function Screenshot({ name, alt }: { name: string; alt: string }) {
  return ['light', 'dark'].map((theme) => (
    <img
      key={theme}
      className={`screenshot only-${theme}`}
      src={`/images/${name}-${theme}.avif`}
      alt={alt}
      width={1200}
      height={750}
      loading="lazy"
      decoding="async"
    />
  ))
}
