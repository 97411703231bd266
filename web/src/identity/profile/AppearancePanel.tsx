import type { Preferences } from '@stowage/contract/identity/profile'
import { Saved } from './Saved.tsx'
import { WithPreferences } from './WithPreferences.tsx'
import { useSavePreferences } from '../../app/preferences.ts'
import { setTheme, type Theme } from '../../app/theme.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'

const options: readonly { value: Theme; label: string; hint: string }[] = [
  { value: 'light', label: 'Light', hint: 'Always bright' },
  { value: 'dark', label: 'Dark', hint: 'Always dark' },
  { value: 'auto', label: 'Auto', hint: 'Follows this device' },
]

export function AppearancePanel() {
  return (
    <>
      <h2>How the product looks</h2>
      <WithPreferences>{({ theme }) => <Themes chosen={theme} />}</WithPreferences>
    </>
  )
}

/** Applies at once and is taken back when it could not be saved. */
function Themes({ chosen }: { chosen: Preferences['theme'] }) {
  const save = useSavePreferences()
  return (
    <>
      <RadioCards
        legend="Theme"
        options={options}
        value={save.isPending ? (save.variables.body?.theme ?? chosen) : chosen}
        onChange={(theme) => {
          setTheme(theme)
          save.mutate({ body: { theme } }, { onError: () => setTheme(chosen) })
        }}
      />
      <Saved save={save} rest={save.isIdle ? 'Kept for your account.' : ''} />
      {save.error && <ErrorBox error={save.error} fallback="Failed to save" />}
    </>
  )
}
