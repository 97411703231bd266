import type { Reply } from '@stowage/contract/route'
import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { stock } from '@stowage/contract/warehouse/stock'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { toast } from '../../ui/toast.ts'
import { LotOrders } from './LotOrders.tsx'
import { verbs, type Verb } from './states.ts'

type Props = { slug: string; lot: Lot; verb: Verb; onClose: () => void }
type Stopped = Reply<typeof lots.hold>

/** Names what has to be put aside, because it is picked. */
function asideText({ inTheWay }: Pick<Stopped, 'inTheWay'>): string {
  const picked = inTheWay.filter(({ isPicked }) => isPicked)
  if (picked.length === 0) return ''
  const parts = picked.map(({ number, qty, location }) =>
    [`${formatQuantity(qty)} in ${location}`, number && `for ${number}`].filter(Boolean).join(' '),
  )
  return `. Put aside ${parts.join(', ')}`
}

/** Asks before a lot changes its state, and shows which orders have stock of it. */
export function LotStateDialog({ slug, lot, verb, onClose }: Props) {
  const [note, setNote] = useState('')
  const [displace, setDisplace] = useState(verb === 'displace')
  const refresh = {
    refresh: [lots.list, lots.lot, lots.inTheWay, stock.buckets, stock.levels, stock.ledger],
  }
  const hold = useAction(lots.hold, refresh)
  const release = useAction(lots.release, refresh)
  const recall = useAction(lots.recall, refresh)
  const stop =
    verb === 'recall' || (verb === 'displace' && lot.state === 'recalled') ? recall : hold
  const change = verb === 'release' ? release : stop
  const { action, title, done, consequence } = verbs[verb]
  const needsReason = stop === recall && verb !== 'release'
  const said = note.trim()
  const finish = (aside = '') => {
    toast(`Lot ${lot.code} ${done}${aside}`)
    onClose()
  }
  const submit = () => {
    const params = { slug, lotId: lot.id }
    const body = { version: lot.version, note: said }
    if (verb === 'release') return release.mutate({ params, body }, { onSuccess: () => finish() })
    stop.mutate(
      { params, body: { ...body, displace } },
      { onSuccess: (stopped: Stopped) => finish(asideText(stopped)) },
    )
  }
  return (
    <Form
      dialog={{ title: title(lot.code), onClose }}
      submit={action}
      submitting="Saving…"
      look={verb === 'recall' ? 'danger' : 'primary'}
      saving={change.isPending}
      error={change.error}
      fallback="Couldn’t change the lot"
      why={needsReason && said === '' ? 'Enter a reason first.' : undefined}
      onSubmit={submit}
    >
      <p>{consequence}</p>
      {verb !== 'release' && (
        <LotOrders
          slug={slug}
          lotId={lot.id}
          displace={displace}
          onDisplace={verb === 'displace' ? undefined : setDisplace}
        />
      )}
      <TextArea
        label={needsReason ? 'Reason' : 'Note'}
        maxLength={1000}
        value={note}
        hint={needsReason ? undefined : 'Optional note, kept in the stock history'}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}
