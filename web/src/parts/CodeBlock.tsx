import { Copy } from '../ui/Copy.tsx'

/** Text for another program, with a button that copies it. */
export function CodeBlock({ name, text, copy }: { name: string; text: string; copy: string }) {
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
