import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import type { Reply } from '@stowage/contract/route'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { send } from '../../app/api.ts'
import { formatCount } from '../../app/format.ts'
import { ApiError } from '../../app/transport.ts'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../warehouse/refusals/Refusal.tsx'
import { explain } from '../../workspace/refusals/refusals.ts'
import { useCan } from '../../workspace/rights.ts'
import type { Take } from '../../workspace/scan/queue.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { manifestReads } from './reads.ts'

type Props = { slug: string; manifest: Manifest }

const loadedText = ({ carton, isNew, loadedCount }: Reply<typeof manifests.load>) =>
  isNew
    ? `${carton.number} loaded, ${formatCount(loadedCount)} in all.`
    : `${carton.number} is already loaded.`

/** All else is opened. */
const loadable = ['package', 'shipment', 'unknown']

/** Loads packages by scan, or by a code that is typed. */
export function LoadForm({ slug, manifest: { id: manifestId } }: Props) {
  const client = useQueryClient()
  const { why } = useCan()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const refresh = () =>
    Promise.all(manifestReads.map((read) => client.invalidateQueries({ queryKey: [read.path] })))
  const loadCode = async (scanned: string) => {
    const call = { params: { slug, manifestId }, body: { code: scanned } }
    const loaded = await send(manifests.load, call)
    await refresh()
    return loaded
  }
  const unload = async (packageId: string) => {
    await send(manifests.unload, { params: { slug, manifestId }, body: { packageId } })
    await refresh()
  }
  const take: Take = async ({ code: scanned, found }) => {
    if (!loadable.includes(found.kind)) return undefined
    try {
      const loaded = await loadCode(scanned)
      const { isNew, carton } = loaded
      return isNew
        ? { tone: 'ok', text: loadedText(loaded), undo: () => unload(carton.packageId) }
        : { tone: 'warn', text: loadedText(loaded) }
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      return { tone: 'bad', text: [error.message, ...explain(error)].join(' ') }
    }
  }
  useScan(take, { screen: 'load' })
  const save = useMutation({ mutationFn: loadCode })
  return (
    <Form
      isPage
      submit="Load package"
      submitting="Loading…"
      saving={save.isPending}
      error={save.error}
      fallback="Couldn’t load the package"
      explained={<Refusal error={save.error} />}
      why={why('manifest.close') ?? (code.trim() === '' ? 'Scan or type a code first.' : undefined)}
      onSubmit={() =>
        save.mutate(code.trim(), {
          onSuccess: (loaded) => {
            toast(loadedText(loaded))
            setCode('')
            field.current?.focus()
          },
        })
      }
    >
      <TextField
        ref={field}
        label="Package"
        hint="Package, shipment or tracking number"
        autoComplete="off"
        spellCheck={false}
        data-scan="code"
        value={code}
        onChange={({ target }) => setCode(target.value)}
      />
    </Form>
  )
}
