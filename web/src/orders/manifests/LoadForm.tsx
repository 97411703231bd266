import { manifests, type Manifest } from '@stowage/contract/orders/manifests'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Form } from '../../parts/Form.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { toast } from '../../ui/toast.ts'
import { Refusal } from '../../workspace/refusals/Refusal.tsx'
import { useCan } from '../../workspace/rights.ts'
import { useScan } from '../../workspace/scan/use-scan.ts'
import { loadedText, useLoading } from './use-loading.ts'

type Props = { slug: string; manifest: Manifest }

/** Loads packages by scan, or by a code that is typed. */
export function LoadForm({ slug, manifest }: Props) {
  const { why } = useCan()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const { loadCode, take } = useLoading(slug, manifest)
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
      why={why(manifests.load) ?? (code.trim() === '' ? 'Scan or type a code first.' : undefined)}
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
