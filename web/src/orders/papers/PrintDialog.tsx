import { fulfillmentPapers, papers, type PaperSize } from '@stowage/contract/orders/order-papers'
import type { labels } from '@stowage/contract/workspace/print'
import { useState } from 'react'
import { download } from '../../app/download.ts'
import { go } from '../../app/navigation.ts'
import { saveFile } from '../../app/save-file.ts'
import { Form } from '../../parts/Form.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Select } from '../../ui/Select.tsx'
import { usePrinting } from '../../warehouse/labels/printing.ts'
import { useCan } from '../../workspace/rights.ts'
import { lastPaper, rememberPaper, type PaperChoice } from '../../workspace/scan/device.ts'
import { usePaths, useSlug } from '../../workspace/warehouses.ts'

type Props = {
  of: keyof typeof documents
  what: string
  collect: () => Promise<readonly string[]>
  onClose: () => void
}

type Document = { value: PaperChoice['kind']; label: string }

const documents = {
  orders: [
    { value: 'confirmation', label: 'Order confirmation, for the customer' },
    { value: 'sheet', label: 'Order sheet, for the warehouse' },
    { value: 'labels', label: 'Order labels' },
  ],
  fulfillments: [
    { value: 'pick_list', label: 'Pick list, for picking on paper' },
    { value: 'packing_slip', label: 'Packing slip, for the parcel' },
    { value: 'labels', label: 'Address labels, one for each package' },
  ],
} satisfies Record<string, [Document, ...Document[]]>
const routes = { orders: papers.print, fulfillments: fulfillmentPapers.print }
const templates = { orders: 'order', fulfillments: 'fulfillment' } as const
const sizes: { value: PaperSize; label: string }[] = [
  { value: 'a4', label: 'A4' },
  { value: 'letter', label: 'Letter' },
]

/** Which document is saved as PDF, on which paper, as the last time on this device. Labels have a page. */
export default function PrintDialog({ of, what, collect, onClose }: Props) {
  const slug = useSlug()
  const paths = usePaths()
  const { whyTo } = useCan()
  const [{ kind: chosen, size }, setPaper] = useState(lastPaper)
  const kind = documents[of].some(({ value }) => value === chosen) ? chosen : documents[of][0].value
  const [isBoxed, setBoxed] = useState(false)
  const { busy, error, isUnprintable, run } = usePrinting(async (_: 'save', signal) => {
    const ids = await collect()
    rememberPaper({ kind, size })
    if (kind === 'labels') return go(paths.labels({ template: templates[of], ids }))
    const unprintable = isBoxed ? ('box' as const) : ('refuse' as const)
    const query = { kind, size, ids: ids.join(','), unprintable }
    const { name, content } = await download(routes[of], { params: { slug }, query }, { signal })
    saveFile(name, content, 'application/pdf')
    onClose()
  })

  return (
    <Form
      dialog={{ title: `Print ${what}`, onClose }}
      submit={kind === 'labels' ? 'Choose labels' : 'Save PDF'}
      submitting="Creating PDF…"
      saving={busy !== undefined}
      error={error}
      fallback="Couldn’t create the PDF"
      why={kind === 'labels' ? whyTo<typeof labels.print>('print.use') : undefined}
      onSubmit={() => run('save')}
    >
      <Select
        label="Document"
        options={documents[of]}
        value={kind}
        onChange={({ target }) => setPaper({ size, kind: target.value as PaperChoice['kind'] })}
      />
      {kind !== 'labels' && (
        <Select
          label="Paper"
          options={sizes}
          value={size}
          onChange={({ target }) => setPaper({ kind, size: target.value as PaperSize })}
        />
      )}
      {(isBoxed || isUnprintable) && (
        <Checkbox checked={isBoxed} onChange={({ target }) => setBoxed(target.checked)}>
          Print □ for characters that can’t be printed
        </Checkbox>
      )}
    </Form>
  )
}
