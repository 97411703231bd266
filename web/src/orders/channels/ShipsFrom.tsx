import { ArrowUp, X } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../ui/Button.tsx'
import { useWarehouse } from '../../workspace/warehouses.ts'

type Props = {
  label: string
  /** The first choice first. */
  ids: readonly string[]
  error: string | undefined
  onChange: (ids: string[]) => void
}

/** Warehouses in order of preference; without any, all of them by rank. */
export function ShipsFrom({ label, ids, error, onChange }: Props) {
  const { all = [] } = useWarehouse()
  const selectId = useId()
  const codeOf = (id: string) => all.find((site) => site.id === id)?.code ?? 'Other'
  const rest = all.filter(({ id }) => !ids.includes(id))
  const raise = (at: number) => {
    const next = [...ids]
    next.splice(at - 1, 0, ...next.splice(at, 1))
    onChange(next)
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={selectId} className="text-sm font-medium">
        {label}
      </label>
      {ids.length > 0 && (
        <ol className="grid rounded-card border border-line text-sm" aria-label={label}>
          {ids.map((id, at) => (
            <li
              key={id}
              className="flex items-center gap-1 border-b border-line px-2 py-1 last:border-0"
            >
              <span className="grow tabular-nums">{`${at + 1}. ${codeOf(id)}`}</span>
              <Button
                look="quiet"
                className="px-2!"
                aria-label={`Move ${codeOf(id)} up`}
                disabled={at === 0}
                onClick={() => raise(at)}
              >
                <ArrowUp aria-hidden size={16} />
              </Button>
              <Button
                look="quiet"
                className="px-2!"
                aria-label={`Remove ${codeOf(id)}`}
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                <X aria-hidden size={16} />
              </Button>
            </li>
          ))}
        </ol>
      )}
      <select
        id={selectId}
        className="control"
        value=""
        disabled={rest.length === 0}
        onChange={({ target }) => onChange([...ids, target.value])}
      >
        <option value="">{ids.length === 0 ? 'All warehouses, by rank' : 'Add warehouse…'}</option>
        {rest.map(({ id, code, name }) => (
          <option key={id} value={id}>
            {name && name !== code ? `${code}, ${name}` : code}
          </option>
        ))}
      </select>
      {error !== undefined && (
        <p role="alert" className="text-sm text-bad-ink">
          {error}
        </p>
      )}
    </div>
  )
}
