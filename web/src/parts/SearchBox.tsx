import { useEffect, useId, useRef, useState } from 'react'
import { useCommands } from './keys.ts'

const pause = 250

type Props = {
  label: string
  /** Seen in the empty field; the label if there is no other. */
  placeholder?: string
  /** Name of the search in the palette; `/` focuses it. Omitted for a second search on a page. */
  command?: string
  /** Search text in the address. */
  q: string
  onChange: (q: string) => void
  /** A scanner may type here: its code takes the place of what stood there. */
  scan?: boolean
}

/** Searches while typing; the address follows when the typing rests, and leads when it changes. */
export function SearchBox(props: Props) {
  const { label, placeholder = label, command, q, onChange, scan = false } = props
  const id = useId()
  const [typed, setTyped] = useState(q)
  const [seen, setSeen] = useState(q)
  const [typing, setTyping] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  if (q !== seen) {
    setSeen(q)
    if (!typing) setTyped(q)
  }

  const change = (text: string) => {
    setTyped(text)
    setTyping(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      setTyping(false)
      onChange(text)
    }, pause)
  }
  const box = useRef<HTMLInputElement>(null)
  useCommands(
    command === undefined
      ? []
      : [{ name: command, section: 'On this page', keys: '/', run: () => box.current?.focus() }],
  )
  return (
    <div className="search">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <input
        ref={box}
        id={id}
        type="search"
        className="control"
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        {...(scan && { 'data-scan': 'code' })}
        value={typed}
        onChange={(event) => change(event.target.value)}
      />
    </div>
  )
}
