import { getRouteApi } from '@tanstack/react-router'
import { Camera } from 'lucide-react'
import { lazy, Suspense, useState, type SubmitEvent } from 'react'
import { Page } from '../../parts/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useWorkspaceName } from '../member.ts'
import { useSlug } from '../warehouses.ts'
import { isSoundOn, setSound } from './device.ts'
import { LinkCode } from './LinkCode.tsx'
import { ScannerTest } from './ScannerTest.tsx'
import { scanCode } from './use-scan.ts'

const CameraDialog = lazy(() => import('./CameraDialog.tsx'))
const route = getRouteApi('/$platform/app/scanner')

/** Look anything up by its code, without a scanner too, and see whether the scanner is set up well. */
export default function ScannerPage() {
  const { code } = route.useSearch()
  const site = useWorkspaceName(useSlug())
  const [typed, setTyped] = useState('')
  const [camera, setCamera] = useState(false)
  const [sound, setSoundOn] = useState(isSoundOn)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (typed.trim() === '') return
    scanCode(typed.trim())
    setTyped('')
  }
  return (
    <Page
      title="Scan"
      site={site}
      subtitle="Scan any code on any page of the workspace: an item, a location, a lot or a document."
    >
      {code !== undefined && <LinkCode key={code} code={code} />}
      <section aria-labelledby="look" className="card grid gap-4 p-4">
        <h2 id="look">Without a scanner</h2>
        <form onSubmit={submit} className="flex flex-wrap items-end gap-3">
          <div className="w-full max-w-sm">
            <TextField
              label="Code"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-scan="code"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </div>
          <Button type="submit" look="primary">
            Look up
          </Button>
          <Button onClick={() => setCamera(true)}>
            <Camera aria-hidden size={18} />
            Use the camera
          </Button>
        </form>
        <Switch
          label="Sound"
          hint="A rising tone means done, a falling tone means not done."
          on={sound}
          onChange={(on) => {
            setSound(on)
            setSoundOn(on)
          }}
        />
      </section>
      <ScannerTest />
      {camera && (
        <Suspense>
          <CameraDialog onClose={() => setCamera(false)} />
        </Suspense>
      )}
    </Page>
  )
}
