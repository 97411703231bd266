import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, type RefObject } from 'react'
import { Combobox } from '../../parts/Combobox.tsx'
import { useDebounced } from '../../parts/debounced.ts'
import type { FieldTexts } from '../../ui/Field.tsx'
import { findItem, itemsLike, nameOf, type NamedItem } from './items.ts'

type Props = Pick<FieldTexts, 'hint' | 'error'> & {
  slug: string
  label: string
  /** An item was named: by its SKU or a barcode and Enter, or from the list. The field is empty again. */
  onItem: (named: NamedItem) => void
  autoFocus?: boolean
  ref?: RefObject<HTMLInputElement | null>
}

/**
 * Names one item after the other: scan, type a SKU, or type words of the name and choose. Its form is
 * not sent while something stands there that was not named yet.
 */
export function ItemField({ slug, label, onItem, error, ref, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const [problem, setProblem] = useState<string>()
  const asked = useDebounced(typed.trim())
  const found = useQuery({
    ...itemsLike(slug, asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const items = typed.trim() === '' ? [] : (found.data?.items ?? [])

  const name = (named: NamedItem) => {
    setTyped('')
    setProblem(undefined)
    onItem(named)
  }
  const look = async (code: string) => {
    setProblem(undefined)
    try {
      const named = await findItem(slug, code)
      if (named) name(named)
      else setProblem(`No item matches "${code}". Type more, or choose from the list.`)
    } catch (failure) {
      setProblem(
        failure instanceof Error && failure.message
          ? failure.message
          : 'Couldn’t look up the item. Try again.',
      )
    }
  }
  const remind = () => {
    setProblem(`"${typed.trim()}" isn’t on a line yet. Press Enter to add it, or clear the field.`)
    return Promise.resolve(false)
  }
  return (
    <Combobox
      {...rest}
      ref={ref}
      label={label}
      data-scan="code"
      error={problem ?? error}
      typed={typed}
      onType={(text) => {
        setTyped(text)
        setProblem(undefined)
      }}
      options={items.map((item) => ({ id: item.id, name: item.sku, detail: nameOf(item), item }))}
      onChoose={({ item }) => name({ item, unit: item.unit })}
      settle={typed.trim() === '' ? undefined : remind}
      onEnter={(code) => void look(code)}
      note={
        asked !== '' && typed.trim() === asked && found.data?.items.length === 0
          ? 'No matches'
          : undefined
      }
    />
  )
}
