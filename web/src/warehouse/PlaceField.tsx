import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Combobox } from '../parts/Combobox.tsx'
import { useSettled } from '../parts/settled.ts'
import type { FieldTexts } from '../ui/Field.tsx'
import { findPlace, placesLike, type Place } from './items.ts'

type Props = Pick<FieldTexts, 'hint' | 'error'> & {
  slug: string
  /** Places of this warehouse alone. */
  warehouseId: string | undefined
  label: string
  place: Place | undefined
  onPlace: (place: Place | undefined) => void
  placeholder?: string
  autoFocus?: boolean
}

/** One place of a warehouse: scanned, typed in full, or chosen from those that contain the text. */
export function PlaceField({ slug, warehouseId, place, onPlace, error, ...rest }: Props) {
  /** Undefined while the field shows the place that was chosen. */
  const [text, setText] = useState<string>()
  const [problem, setProblem] = useState<string>()
  const asked = useSettled(text?.trim() ?? '')
  const found = useQuery({
    ...placesLike(slug, warehouseId, asked),
    enabled: text !== undefined && warehouseId !== undefined,
    placeholderData: keepPreviousData,
  })
  const options = text === undefined ? [] : (found.data?.items ?? [])

  const choose = (chosen: Place) => {
    setText(undefined)
    setProblem(undefined)
    onPlace({ id: chosen.id, code: chosen.code })
  }
  const look = async (code: string) => {
    try {
      const named = await findPlace(slug, warehouseId, code)
      if (named) choose(named)
      else setProblem(`There is no place "${code}" in this warehouse.`)
    } catch (failure) {
      setProblem(
        failure instanceof Error && failure.message
          ? failure.message
          : 'The place could not be read.',
      )
    }
  }
  return (
    <Combobox
      {...rest}
      data-scan="code"
      error={problem ?? error}
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
      // Of a place that was chosen Enter is the form's.
      {...(text !== undefined && { onEnter: (code: string) => void look(code) })}
      onLeave={() => {
        const code = text?.trim() ?? ''
        if (code !== '') void look(code)
      }}
    />
  )
}
