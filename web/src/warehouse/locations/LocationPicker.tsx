import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Combobox } from '../../parts/Combobox.tsx'
import { useDebounced } from '../../parts/debounced.ts'
import type { FieldTexts } from '../../ui/Field.tsx'
import { findLocation, locationsLike, type LocationOption } from './places.ts'

type Props = Pick<FieldTexts, 'hint' | 'error'> & {
  slug: string
  /** Places of this warehouse alone. */
  warehouseId: string | undefined
  label: string
  place: LocationOption | undefined
  onPlace: (place: LocationOption | undefined) => void
  /** Called when typed text starts or stops waiting for its location to be found. */
  onOpen?: (isOpen: boolean) => void
  placeholder?: string
  autoFocus?: boolean
}

/**
 * One place of a warehouse: scanned, typed in full, or chosen from those that contain the text. Its form
 * is sent once it is known which place was typed, and not at all while there is none of that name.
 */
export function LocationPicker({
  slug,
  warehouseId,
  place,
  onPlace,
  onOpen,
  error,
  ...rest
}: Props) {
  /** Undefined while the field shows the place that was chosen. */
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const asked = useDebounced(text?.trim() ?? '')
  const found = useQuery({
    ...locationsLike(slug, warehouseId, asked),
    enabled: text !== undefined && warehouseId !== undefined,
    placeholderData: keepPreviousData,
  })
  const options = text === undefined ? [] : (found.data?.items ?? [])
  const code = text?.trim() ?? ''
  const isOpen = code !== ''

  // A scan names the place of the line too, whatever was half typed.
  const [before, setBefore] = useState(place?.id)
  if (before !== place?.id) {
    setBefore(place?.id)
    if (place) {
      setText(undefined)
      setProblem(undefined)
    }
  }
  useEffect(() => onOpen?.(isOpen), [onOpen, isOpen])

  /** Current values, read when an answer arrives long after the request. */
  const now = useRef({ code, onPlace })
  useLayoutEffect(() => {
    now.current = { code, onPlace }
  })
  const choose = (chosen: LocationOption) => {
    setText(undefined)
    setProblem(undefined)
    now.current.onPlace({ id: chosen.id, code: chosen.code })
  }
  const looking = useRef<{ code: string; isFound: Promise<boolean> }>(undefined)
  const ask = async () => {
    let notice = `There is no location "${code}" in this warehouse.`
    const named = await findLocation(slug, warehouseId, code).catch((failure: unknown) => {
      notice =
        failure instanceof Error && failure.message
          ? failure.message
          : 'Couldn’t look up the location. Try again.'
      return undefined
    })
    looking.current = undefined
    if (now.current.code !== code) return false
    flushSync(() => (named ? choose(named) : setProblem(notice)))
    return named !== undefined
  }
  /** Leaving the field and sending the form are often one press: it is asked once. */
  const look = () => {
    if (looking.current?.code !== code) looking.current = { code, isFound: ask() }
    return looking.current.isFound
  }
  return (
    <Combobox
      {...rest}
      data-scan="code"
      error={problem ?? (isOpen ? undefined : error)}
      typed={text ?? place?.code ?? ''}
      onType={(typed) => {
        setText(typed)
        setProblem(undefined)
        if (place) onPlace(undefined)
      }}
      options={options.map((one) => ({
        id: one.id,
        name: one.code,
        detail: [one.zoneCode, one.status === 'active' ? '' : 'blocked'].filter(Boolean).join(', '),
      }))}
      onChoose={({ id, name }) => choose({ id, code: name })}
      settle={isOpen ? look : undefined}
      // Of a place that was chosen Enter is the form's.
      {...(text !== undefined && { onEnter: () => void look() })}
      onLeave={() => {
        if (isOpen && problem === undefined) void look()
      }}
    />
  )
}
