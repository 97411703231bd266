import { glossary } from './words.ts'

/** The words of the product, each with the one thing it means. */
export function Glossary({ columns = false }: { columns?: boolean }) {
  return (
    <dl className={`grid gap-3 ${columns ? 'gap-x-8 sm:grid-cols-2' : ''}`}>
      {glossary.map(({ word, means }) => (
        <div key={word}>
          <dt className="font-medium">{word}</dt>
          <dd className="text-muted">{means}</dd>
        </div>
      ))}
    </dl>
  )
}
