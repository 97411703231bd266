import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { BackupCodes } from './BackupCodes.tsx'

/** Codes that were just made: they stay on the screen until somebody says that they are kept. */
export function FreshCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const [saved, setSaved] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid gap-4">
      <h3 ref={heading} tabIndex={-1} className="font-medium">
        Keep your backup codes
      </h3>
      <p className="text-sm text-muted">
        Each of them signs you in once when your authenticator app is not at hand. Keep them where
        you will find them without your phone.
      </p>
      <BackupCodes codes={codes} />
      <Checkbox
        className="justify-self-start"
        checked={saved}
        onChange={(event) => setSaved(event.target.checked)}
      >
        I saved these codes
      </Checkbox>
      <Button
        look="primary"
        className="justify-self-start"
        why={saved ? undefined : 'Say first that you saved the codes.'}
        onClick={onDone}
      >
        Done
      </Button>
    </div>
  )
}
