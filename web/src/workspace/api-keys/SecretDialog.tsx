import type { IssuedKey } from '@stowage/contract/workspace/api-keys'
import { catalog } from '@stowage/contract/warehouse/catalog'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { Copy } from '../../ui/Copy.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCan } from '../rights.ts'
import { curlExamples } from './words.ts'

type Props = { slug: string; issued: IssuedKey; onClose: () => void }

/** Shows a new secret, which cannot be read again. */
export function SecretDialog({ slug, issued: { apiKey, secret }, onClose }: Props) {
  const { can } = useCan()
  // The example orders an item that exists.
  const { data } = useQuery({
    ...load(catalog.variants, { params: { slug }, query: { limit: '1' } }),
    enabled: can('catalog.product.read'),
  })
  const sku = data?.items[0]?.sku ?? 'MUG'
  return (
    <Dialog title={`Secret of ${apiKey.name}`} onClose={onClose} long>
      <div className="grid gap-5">
        <p>Copy the secret now. It won’t be shown again.</p>
        <Code name="Secret" text={secret} copy="Copy secret" />
        {curlExamples({ slug, apiKey, secret }, sku).map((text, i) => (
          <Code key={text} name={`Example ${i + 1}`} text={text} copy={`Copy example ${i + 1}`} />
        ))}
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

function Code({ name, text, copy }: { name: string; text: string; copy: string }) {
  return (
    <section aria-label={name} className="grid gap-1.5">
      <div className="flex items-center justify-between gap-3">
        <h3 className="text-sm font-medium">{name}</h3>
        <Copy text={text} label={copy} />
      </div>
      <code className="block rounded-control border border-line bg-hover p-3 font-mono text-xs break-all whitespace-pre-wrap">
        {text}
      </code>
    </section>
  )
}
