import { useEffect, useState } from 'react'

/**
 * Explains an error below the server's own message. The sentences are loaded with the first error; if they
 * cannot be loaded, the server's message stands alone.
 */
export function Explanation({ error }: { error: unknown }) {
  const [notice, setNotice] = useState<{ error: unknown; sentences: string[] }>()
  useEffect(() => {
    import('./refusals.ts').then(
      ({ explain }) => setNotice({ error, sentences: explain(error) }),
      () => {},
    )
  }, [error])
  return (
    notice !== undefined &&
    notice.error === error &&
    notice.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
  )
}
