import { useEffect, useState } from 'react'

/**
 * What there is to say about an error, below the server’s own sentence. What all nouns refuse comes with the first
 * error; where it cannot be loaded, the server’s sentence stands alone.
 */
export function Explanation({ error }: { error: unknown }) {
  const [said, setSaid] = useState<{ error: unknown; sentences: string[] }>()
  useEffect(() => {
    import('./refusals.ts').then(
      ({ explain }) => setSaid({ error, sentences: explain(error) }),
      () => {},
    )
  }, [error])
  return (
    said !== undefined &&
    said.error === error &&
    said.sentences.map((sentence) => <p key={sentence}>{sentence}</p>)
  )
}
