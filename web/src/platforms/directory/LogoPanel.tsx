import { notAnImage } from '@stowage/contract/fields'
import { directory, type PlatformDetails } from '@stowage/contract/platforms/directory'
import { logos } from '@stowage/contract/platforms/logos'
import { useRef, useState } from 'react'
import { useAction } from '../../app/api.ts'
import { dataUrlOf } from '../../app/data-url.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { whyNot } from '../members/viewer.ts'
import { LogoDropZone } from './LogoDropZone.tsx'
import { renewLogos } from './logo-stamp.ts'
import { Warehouse } from 'lucide-react'
import { PlatformLogo } from './PlatformLogo.tsx'

/** A large picture on a slow line; the server itself waits half a minute for it. */
const patience = 45_000
const action = 'change the logo'

/** The logo of the platform: shown, uploaded as soon as it is chosen, removed. */
export function LogoPanel({ platform }: { platform: PlatformDetails }) {
  const save = useAction(logos.save, { patience })
  const update = useAction(directory.update)
  const [refusal, setRefusal] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  const { viewer, hasLogo } = platform
  const none = hasLogo ? undefined : 'There is no logo.'
  const params = { platformId: platform.id }

  const upload = async (file: File) => {
    save.reset()
    update.reset()
    const data = file.type.startsWith('image/') && (await dataUrlOf(file).catch(() => undefined))
    setRefusal(data ? '' : notAnImage)
    if (data)
      save.mutate({ params, body: { data, contentType: file.type } }, { onSuccess: renewLogos })
  }
  const remove = () => {
    save.reset()
    setRefusal('')
    update.mutate(
      { params, body: { logoUrl: null } },
      // The button can no longer be pressed, and is another one from now on.
      { onSuccess: () => heading.current?.focus() },
    )
  }
  const error = refusal || save.error || update.error
  return (
    <section aria-labelledby="platform-logo" className="grid gap-4 border-t border-line pt-6">
      <h3
        id="platform-logo"
        ref={heading}
        tabIndex={-1}
        className="text-base font-semibold outline-none"
      >
        Logo
      </h3>
      <div className="flex flex-wrap items-center gap-4">
        <LogoPreview url={platform.logoUrl} />
        <Button
          why={whyNot(viewer, directory.update, action) ?? none}
          busy={update.isPending && 'Removing…'}
          onClick={remove}
        >
          Remove logo
        </Button>
      </div>
      <LogoDropZone
        why={whyNot(viewer, logos.save, action)}
        busy={save.isPending}
        onFile={(file) => void upload(file)}
      />
      <p role="status" className="text-sm text-muted">
        {save.isSuccess && 'Logo changed'}
        {update.isSuccess && 'Logo removed'}
      </p>
      {error && <ErrorBox error={error} fallback="Failed to upload logo" />}
    </section>
  )
}

/** The surfaces of the two themes; whichever is chosen, its tokens have one of them only. */
const grounds = [
  { theme: 'Light', ground: 'bg-[#ffffff]' },
  { theme: 'Dark', ground: 'bg-[#111827]' },
]

/** The logo as people with the light and with the dark theme see it. */
function LogoPreview({ url }: { url: string | null }) {
  return (
    <ul role="list" className="flex gap-3">
      {grounds.map(({ theme, ground }) => (
        <li key={theme} className="grid justify-items-center gap-1 text-xs text-muted">
          <span
            className={`grid size-20 place-items-center rounded-control border border-edge ${ground}`}
          >
            <PlatformLogo
              url={url}
              fallback={<Warehouse aria-hidden size={32} className="text-[#64748b]" />}
            />
          </span>
          {theme}
        </li>
      ))}
    </ul>
  )
}
