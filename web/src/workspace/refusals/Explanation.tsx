import { explain } from './refusals.ts'

/** What there is to say about an error, below the server’s own sentence. */
export const Explanation = ({ error }: { error: unknown }) =>
  explain(error).map((sentence) => <p key={sentence}>{sentence}</p>)
