import { useEffect, useState } from 'react'
import { Bar, Skeleton } from '../../ui/Skeleton.tsx'
import { addressOf } from './labels.ts'

type Props = {
  /** Undefined until they have arrived. */
  drawings: readonly string[] | undefined
  isSheet: boolean
}

/** The pages as they will be printed, white on any theme. */
export function Preview({ drawings, isSheet }: Props) {
  const addresses = useAddresses(drawings)
  return (
    <section aria-label="Preview" className="grid gap-3">
      <h2 className="text-lg font-semibold">Preview</h2>
      {drawings === undefined ? (
        <Skeleton>
          <Bar className="h-40 w-full max-w-sm" />
        </Skeleton>
      ) : (
        <ul className={`grid gap-4 ${isSheet ? '' : 'sm:grid-cols-2'}`}>
          {addresses.map(({ address, words }) => (
            <li key={address}>
              <img
                src={address}
                alt={words}
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

function useAddresses(drawings: readonly string[] | undefined) {
  const [addresses, setAddresses] = useState<readonly { address: string; words: string }[]>([])
  useEffect(() => {
    const made = (drawings ?? []).map((drawing) => ({
      address: addressOf(drawing),
      words: wordsOf(drawing),
    }))
    setAddresses(made)
    return () => {
      for (const { address } of made) URL.revokeObjectURL(address)
    }
  }, [drawings])
  return addresses
}
