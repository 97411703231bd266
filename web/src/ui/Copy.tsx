import { Check, Copy as CopyIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from './Button.tsx'

/** The clipboard interface is missing where the product is served without TLS. */
async function copy(text: string) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text)
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}

/** Puts `text` on the clipboard and says so for two seconds. */
export function Copy({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [copied])
  const Icon = copied ? Check : CopyIcon
  return (
    <>
      <Button look="quiet" onClick={() => void copy(text).then(() => setCopied(true))}>
        <Icon aria-hidden size={16} />
        {copied ? 'Copied' : label}
      </Button>
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  )
}
