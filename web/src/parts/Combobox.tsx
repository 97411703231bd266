import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
} from 'react'
import { Field, type FieldTexts } from '../ui/Field.tsx'

export type ComboboxOption = { id: string; name: string; detail?: string | undefined }

type Props<Option extends ComboboxOption> = FieldTexts &
  Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'list' | 'role' | 'ref'> & {
    ref?: RefObject<HTMLInputElement | null> | undefined
    typed: string
    onType: (text: string) => void
    /** Options that match the text. The caller looks them up. */
    options: readonly Option[]
    onChoose: (option: Option) => void
    /**
     * Given while the text names nothing that was chosen: asked before the form is sent, which waits for
     * yes and is not sent on no.
     */
    settle: (() => Promise<boolean>) | undefined
    /** Enter with no line of the list marked. */
    onEnter?: (text: string) => void
    /** The focus has left the field. */
    onLeave?: () => void
    /** Below the list, such as that nothing suits. */
    note?: string | undefined
  }

/**
 * A field to type into with the records that suit below it. The focus stays in the field: arrows mark
 * a line, Enter takes it, Escape closes the list. Its form is not sent without what was typed.
 */
export function Combobox<Option extends ComboboxOption>(props: Props<Option>) {
  const {
    label,
    hint,
    error,
    aside,
    typed,
    onType,
    options,
    onChoose,
    settle,
    onEnter,
    onLeave,
    note,
    ref,
    ...input
  } = props
  const [isOpen, setIsOpen] = useState(false)
  const [marked, setMarked] = useState(-1)
  const id = useId()
  const own = useRef<HTMLInputElement>(null)
  const field = ref ?? own
  useHeldSubmit(field, settle)
  const lines = isOpen ? options : []
  const active = marked < lines.length ? marked : -1

  useLayoutEffect(() => {
    if (active >= 0)
      document.getElementById(`${id}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, id])

  const close = () => {
    setIsOpen(false)
    setMarked(-1)
  }
  const choose = (option: Option) => {
    close()
    onChoose(option)
  }
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    const last = lines.length - 1
    const option = lines[active]
    if (event.key === 'Enter') {
      if (option) choose(option)
      else if (onEnter && typed.trim() !== '') {
        close()
        onEnter(typed.trim())
      } else return input.onKeyDown?.(event)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setIsOpen(true)
      const by = event.key === 'ArrowDown' ? 1 : -1
      const next = active + by
      setMarked(next > last ? 0 : next < 0 ? last : next)
    } else if (event.key === 'Escape' && lines.length > 0) {
      // Only the list: the layer it stands in stays open.
      event.stopPropagation()
      close()
    } else return
    event.preventDefault()
  }

  return (
    <Field label={label} hint={hint} error={error} aside={aside}>
      {(control) => (
        <div className="relative">
          <input
            type="text"
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            {...input}
            {...control}
            ref={field}
            role="combobox"
            aria-expanded={lines.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            className="control"
            value={typed}
            onChange={(event) => {
              setIsOpen(true)
              setMarked(-1)
              onType(event.target.value)
            }}
            onKeyDown={press}
            onFocus={(event) => {
              event.target.select()
              setIsOpen(true)
            }}
            onBlur={() => {
              close()
              onLeave?.()
            }}
          />
          {lines.length > 0 && (
            <div
              id={`${id}-list`}
              role="listbox"
              aria-label={label}
              className="absolute inset-x-0 z-10 mt-1 max-h-80 overflow-y-auto rounded-card border border-edge bg-surface p-1"
            >
              {lines.map((option, at) => (
                // The keys are those of the field, which keeps the focus.
                <div
                  key={option.id}
                  id={`${id}-${at}`}
                  role="option"
                  aria-selected={at === active}
                  className="flex min-h-10 cursor-pointer flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 text-sm aria-selected:bg-accent-soft aria-selected:text-accent-ink pointer-coarse:min-h-11"
                  onPointerMove={() => setMarked(at)}
                  onPointerDown={(event) => event.preventDefault()}
                  onClick={() => choose(option)}
                >
                  <span className="font-medium wrap-anywhere">{option.name}</span>
                  {option.detail !== undefined && (
                    <span className="min-w-0 wrap-anywhere text-muted">{option.detail}</span>
                  )}
                </div>
              ))}
            </div>
          )}
          <p role="status" className="text-sm text-muted not-empty:mt-1">
            {isOpen && note}
          </p>
        </div>
      )}
    </Field>
  )
}

/**
 * Holds back the form around a field while `settle` is given: it is asked, and the form is
 * sent after all if it says yes; else the field has the focus.
 */
function useHeldSubmit(
  field: RefObject<HTMLInputElement | null>,
  settle: (() => Promise<boolean>) | undefined,
) {
  const isSettling = useRef(false)
  useEffect(() => {
    const form = field.current?.form
    if (!form || !settle) return
    const hold = (event: SubmitEvent) => {
      event.preventDefault()
      event.stopImmediatePropagation()
      if (isSettling.current) return
      isSettling.current = true
      const { submitter } = event
      void settle()
        .then((isSettled) => {
          if (isSettled) form.requestSubmit(submitter?.isConnected ? submitter : null)
          else field.current?.focus()
        })
        .finally(() => {
          isSettling.current = false
        })
    }
    // On its way down: the page's own handler hears of it once nothing holds it.
    form.addEventListener('submit', hold, true)
    return () => form.removeEventListener('submit', hold, true)
  })
}
