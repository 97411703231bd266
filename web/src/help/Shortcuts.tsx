import { useEffect, useState } from 'react'
import { capsOf, currentCommands, sections, setLettersOn, useLettersOn } from '../parts/keys.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { Switch } from '../ui/Switch.tsx'

/** All keys that do something where one is, and whether single letters do. */
export function Shortcuts() {
  const [commands, setCommands] = useState(keyed)
  // Those of the workspace are announced a moment after the first page.
  useEffect(() => {
    const timer = setTimeout(() => setCommands(keyed()), 500)
    return () => clearTimeout(timer)
  }, [])
  const areOn = useLettersOn()
  return (
    <>
      {sections.map((section) => {
        const rows = commands.filter((command) => command.section === section)
        if (rows.length === 0) return null
        return (
          <div key={section} className="grid gap-1">
            <p className="text-muted">{section}</p>
            <dl className="grid gap-1">
              {rows.map(({ name, keys = '' }) => (
                <div key={name} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{name}</dt>
                  <dd>
                    <Kbd caps={capsOf(keys)} />
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        )
      })}
      <Switch
        label="Single-key shortcuts"
        hint="Turn off if you use speech input. Saved in this browser."
        on={areOn}
        onChange={setLettersOn}
      />
    </>
  )
}

const keyed = () => currentCommands().filter(({ keys }) => keys)
