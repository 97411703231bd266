import { useRef, useState, type KeyboardEvent } from 'react'
import { StateBadge } from '../../parts/StateBadge.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { rememberEnter, scanGap, setScanGap } from './device.ts'
import { patience } from './reader.ts'

/** Holds what keyboard layouts mix up: capitals, digits, a hyphen, a slash. */
const sample = 'ABC-123/xyz'

type Result = { text: string; gap: number; ended: 'Enter' | 'Tab' | 'a pause' }

/** Shows what the scanner sends, how fast, and what to change if that is not as expected. */
export function ScannerTest() {
  const [result, setResult] = useState<Result>()
  const [threshold, setThreshold] = useState(scanGap)
  const keys = useRef<{ text: string; first: number; last: number }>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const finish = (ended: Result['ended']) => {
    clearTimeout(timer.current)
    const burst = keys.current
    keys.current = undefined
    if (!burst || burst.text.length < 2) return
    const gap = (burst.last - burst.first) / (burst.text.length - 1)
    setResult({ text: burst.text, gap: Math.round(gap), ended })
    if (gap < threshold) rememberEnter(ended !== 'a pause')
  }
  // This field is no scan field: the workspace leaves alone what is typed here.
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Enter' || event.key === 'Tab') {
      if (!keys.current) return
      event.preventDefault()
      event.currentTarget.select()
      return finish(event.key)
    }
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey) return
    const at = event.timeStamp
    const { text = '', first = at } = keys.current ?? {}
    keys.current = { text: text + event.key, first, last: at }
    clearTimeout(timer.current)
    timer.current = setTimeout(() => finish('a pause'), patience)
  }
  return (
    <section aria-labelledby="test" className="card grid gap-4 p-4">
      <h2 id="test">Scanner test</h2>
      <p className="text-sm text-muted">
        {'Print or display a code that contains '}
        <code className="font-mono select-all">{sample}</code>
        {', then scan it into the field.'}
      </p>
      <div className="max-w-sm">
        <TextField
          label="Test field"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onKeyDown={press}
        />
      </div>
      <div role="status">{result && <Verdict result={result} threshold={threshold} />}</div>
      <div className="max-w-sm">
        <Select
          label="Scanner speed limit"
          hint="Raise it if scans are mistaken for typing."
          value={String(threshold)}
          options={[50, 60, 70, 80].map((gap) => ({
            value: String(gap),
            label: `${gap} ms per character`,
          }))}
          onChange={(event) => {
            setScanGap(Number(event.target.value))
            setThreshold(scanGap())
          }}
        />
      </div>
    </section>
  )
}

function Verdict({ result, threshold }: { result: Result; threshold: number }) {
  const { text, gap, ended } = result
  const line = (isRight: boolean, words: string, advice = '') => (
    <li className="flex flex-wrap items-center gap-2">
      <StateBadge state={isRight ? 'ok' : 'warn'}>{isRight ? 'Good' : 'Check'}</StateBadge>
      <span>{`${words}${isRight ? '' : ` ${advice}`}`}</span>
    </li>
  )
  return (
    <ul className="grid gap-2 text-sm" role="list">
      {line(
        gap < threshold,
        `${gap} ms per character.`,
        'Too slow to tell from typing. Make the scanner faster, or raise the limit below.',
      )}
      {line(
        ended !== 'a pause',
        `Ends with ${ended}.`,
        'Set the scanner to send Enter after each code for a faster response.',
      )}
      {line(
        text === sample,
        `Read as ${text}.`,
        `If you scanned ${sample}, the scanner uses another keyboard layout than this computer.`,
      )}
    </ul>
  )
}
