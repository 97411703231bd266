import { useState } from 'react'
import { RadioCards } from '../ui/RadioCards.tsx'
import { setTheme, storedTheme, type Theme } from './theme.ts'

const options: readonly { value: Theme; label: string; hint: string }[] = [
  { value: 'light', label: 'Light', hint: 'Always bright' },
  { value: 'dark', label: 'Dark', hint: 'Always dark' },
  { value: 'auto', label: 'Auto', hint: 'Follows this device' },
]

/** Applies at once. */
export function AppearancePanel() {
  const [theme, choose] = useState(storedTheme)
  const [saved, setSaved] = useState(false)
  return (
    <>
      <h2>How the product looks</h2>
      <RadioCards
        legend="Theme"
        options={options}
        value={theme}
        onChange={(next) => {
          setTheme(next)
          choose(next)
          setSaved(true)
        }}
      />
      <p role="status" className="text-sm text-muted">
        {saved ? 'Saved in this browser.' : 'Kept in this browser.'}
      </p>
    </>
  )
}
