import type { IssuedKey } from '@stowage/contract/workspace/api-keys'
import { variants } from '@stowage/contract/warehouse/product-variants'
import { useQuery } from '@tanstack/react-query'
import { load } from '../../app/api.ts'
import { CodeBlock } from '../../parts/CodeBlock.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useCan } from '../rights.ts'
import { useSlug } from '../warehouses.ts'
import { curlExamples } from './words.ts'

type Props = { created: IssuedKey; onClose: () => void }

/** Shows a new secret, which cannot be read again. */
export function SecretDialog({ created: { apiKey, secret }, onClose }: Props) {
  const slug = useSlug()
  const { can } = useCan()
  // The example orders an item that exists.
  const { data } = useQuery({
    ...load(variants.list, { params: { slug }, query: { limit: '1' } }),
    enabled: can(variants.list),
  })
  const sku = data?.items[0]?.sku ?? 'MUG'
  return (
    <Dialog title={`Secret of ${apiKey.name}`} onClose={onClose} long>
      <div className="grid gap-5">
        <p>Copy the secret now. It won’t be shown again.</p>
        <CodeBlock name="Secret" text={secret} copy="Copy secret" />
        {curlExamples({ slug, apiKey, secret }, sku).map((text, i) => (
          <CodeBlock
            key={text}
            name={`Example ${i + 1}`}
            text={text}
            copy={`Copy example ${i + 1}`}
          />
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
