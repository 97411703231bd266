import { preferences, type Preferences } from '@stowage/contract/identity/profile'
import { useEffect, useState } from 'react'
import { now } from '../../app/clock.ts'
import { formatTimeIn } from '../../app/format.ts'
import { useSavePreferences } from '../../app/preferences.ts'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { Select } from '../../ui/Select.tsx'
import { Saved } from './Saved.tsx'
import { WithPreferences } from './WithPreferences.tsx'

type Chosen<Key extends keyof Preferences> = { chosen: Preferences[Key] }

const languages: Record<Preferences['language'], string> = {
  en: 'English',
  es: 'Español',
  fr: 'Français',
  de: 'Deutsch',
}
const languageOptions = Object.entries(languages).map(([value, label]) => ({ value, label }))
const timezoneOptions = preferences.shape.timezone.options.map((value) => ({ value, label: value }))

export function PreferencesPanel() {
  return (
    <>
      <h2>Language and time</h2>
      <WithPreferences>
        {({ language, timezone }) => (
          <>
            <Language chosen={language} />
            <Timezone chosen={timezone} />
          </>
        )}
      </WithPreferences>
    </>
  )
}

function Language({ chosen }: Chosen<'language'>) {
  const save = useSavePreferences()
  return (
    <div className="grid gap-2">
      <Select
        label="Language"
        options={languageOptions}
        value={save.isPending ? (save.variables.body?.language ?? chosen) : chosen}
        aside={<Saved save={save} />}
        hint={
          <>
            <p>Governs how dates and numbers are written.</p>
            <p>Screen texts are in English for now.</p>
          </>
        }
        onChange={({ target }) =>
          save.mutate({ body: { language: preferences.shape.language.parse(target.value) } })
        }
      />
      {save.error && <ErrorBox error={save.error} fallback="Failed to save" />}
    </div>
  )
}

function Timezone({ chosen }: Chosen<'timezone'>) {
  const save = useSavePreferences()
  const shown = save.isPending ? (save.variables.body?.timezone ?? chosen) : chosen
  const at = useMinute()
  return (
    <div className="grid gap-2">
      <Select
        label="Timezone"
        options={timezoneOptions}
        value={shown}
        aside={<Saved save={save} />}
        hint={`Now: ${formatTimeIn(at, shown)}, no daylight saving time`}
        onChange={({ target }) =>
          save.mutate({ body: { timezone: preferences.shape.timezone.parse(target.value) } })
        }
      />
      {save.error && <ErrorBox error={save.error} fallback="Failed to save" />}
    </div>
  )
}

/** The server's time in milliseconds; a component that shows it follows the minutes. */
function useMinute() {
  const [at, setAt] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.floor(at / 60_000) * 60_000
}
