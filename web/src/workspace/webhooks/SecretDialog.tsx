import type { IssuedWebhook } from '@stowage/contract/workspace/webhooks'
import { CodeBlock } from '../../parts/CodeBlock.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { hostOf, verification } from './words.ts'

type Props = { created: IssuedWebhook; onClose: () => void }

/** Shows a new secret, which cannot be read again, and how a receiver uses it. */
export function SecretDialog({ created: { webhook, secret }, onClose }: Props) {
  return (
    <Dialog title={`Secret of ${hostOf(webhook)}`} onClose={onClose} wide long>
      <div className="grid gap-5">
        <p>Copy the secret now. It won’t be shown again.</p>
        <CodeBlock name="Secret" text={secret} copy="Copy secret" />
        <CodeBlock
          name="Verify requests with Node.js"
          text={verification(secret)}
          copy="Copy example"
        />
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            Done
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
