import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { addressOf } from './labels.ts'

type Props = {
  /** Undefined until they have arrived. */
  drawings: readonly string[] | undefined
  isSheet: boolean
}

/** The pages as they will be printed, white on any theme. */
export function Preview({ drawings, isSheet }: Props) {
  return (
    <section aria-label="Preview" className="grid gap-3">
      <h2 className="text-lg font-semibold">Preview</h2>
      {drawings === undefined ? (
        <Skeleton>
          <Bar className="h-40 w-full max-w-sm" />
        </Skeleton>
      ) : (
        <ul className={`grid gap-4 ${isSheet ? '' : 'sm:grid-cols-2'}`}>
          {drawings.map((drawing, i) => (
            <li key={i}>
              <img
                src={addressOf(drawing)}
                alt={wordsOf(drawing)}
                className={`w-full border border-line ${isSheet ? 'max-w-xl' : ''}`}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const wordsOf = (drawing: string) =>
  (/aria-label="([^"]*)"/.exec(drawing)?.[1] ?? 'Label').replace(
    /&(lt|gt|quot|amp);/g,
    (_, name: string) => ({ lt: '<', gt: '>', quot: '"' })[name] ?? '&',
  )
