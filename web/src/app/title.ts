let title = document.title
let errors = 0

const show = () => {
  document.title = errors > 0 ? `Error: ${title}` : title
}

/** Names the document. */
export function setTitle(next: string) {
  title = next
  show()
}

/** The document's title begins with 'Error: ' until the returned call. */
export function markError() {
  errors += 1
  show()
  return () => {
    errors -= 1
    show()
  }
}
