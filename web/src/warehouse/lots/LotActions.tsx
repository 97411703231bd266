import type { Reply } from '@stowage/contract/route'
import { lots, type Lot } from '@stowage/contract/warehouse/lots'
import { stock } from '@stowage/contract/warehouse/stock'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { formatQuantity } from '../../app/format.ts'
import { Form } from '../../parts/Form.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { toast } from '../../ui/toast.ts'
import { useCan } from '../../workspace/rights.ts'
import { Refusal } from '../refusals/Refusal.tsx'

type Props = { slug: string; lot: Lot }

const verbs = {
  hold: { action: 'Put lot on hold', done: 'put on hold' },
  release: { action: 'Release lot', done: 'released' },
  recall: { action: 'Recall lot', done: 'recalled' },
} as const
type Verb = keyof typeof verbs

const consequences: Record<Verb, string> = {
  hold: 'Its available stock goes on hold and can no longer be promised.',
  release: 'Its stock on hold becomes available again.',
  recall:
    'Its available stock goes on hold. A recalled lot must be put on hold before it is released.',
}

type Held = Reply<typeof lots.hold>

/** Names the orders that stock of the lot is still allocated to. */
const allocatedText = (inTheWay: Held['inTheWay']) =>
  inTheWay.length === 0
    ? ''
    : `. Still allocated, and no longer picked: ${inTheWay
        .map(({ number, qty, location }) =>
          [`${formatQuantity(qty)} in ${location}`, number && `for ${number}`]
            .filter(Boolean)
            .join(' '),
        )
        .join(', ')}`

const verbsOf = ({ state }: Lot): readonly Verb[] =>
  state === 'active' ? ['hold', 'recall'] : state === 'hold' ? ['release', 'recall'] : ['hold']

/** Puts a lot on hold, releases or recalls it, after asking. */
export function LotActions({ slug, lot }: Props) {
  const { why } = useCan()
  const [asking, setAsking] = useState<Verb>()
  return (
    <>
      {verbsOf(lot).map((verb) => (
        <Button
          key={verb}
          look={verb === 'recall' ? 'danger' : 'secondary'}
          why={why('stock.status.change')}
          onClick={() => setAsking(verb)}
        >
          {`${verbs[verb].action}…`}
        </Button>
      ))}
      {asking && (
        <StateDialog slug={slug} lot={lot} verb={asking} onClose={() => setAsking(undefined)} />
      )}
    </>
  )
}

function StateDialog({ slug, lot, verb, onClose }: Props & { verb: Verb; onClose: () => void }) {
  const [note, setNote] = useState('')
  const refresh = { refresh: [lots.list, lots.lot, stock.buckets, stock.levels, stock.ledger] }
  const hold = useAction(lots.hold, refresh)
  const release = useAction(lots.release, refresh)
  const recall = useAction(lots.recall, refresh)
  const change = { hold, release, recall }[verb]
  const { action, done } = verbs[verb]
  const said = note.trim()
  const submit = (displace = false) => {
    const call = {
      params: { slug, lotId: lot.id },
      body: { version: lot.version, note: said },
    }
    const finish = (inTheWay: Held['inTheWay']) => {
      toast(`Lot ${lot.code} ${done}${allocatedText(inTheWay)}`)
      onClose()
    }
    if (verb === 'release') return release.mutate(call, { onSuccess: () => finish([]) })
    const then = { onSuccess: ({ inTheWay }: Held) => finish(inTheWay) }
    const holding = { ...call, body: { ...call.body, displace } }
    if (verb === 'hold') hold.mutate(holding, then)
    else recall.mutate(holding, then)
  }
  const displacing = {
    action: `${action} and let these orders wait`,
    isPending: change.isPending,
    run: () => submit(true),
  }
  return (
    <Form
      dialog={{ title: `${action} ${lot.code}?`, onClose }}
      submit={action}
      submitting="Saving…"
      look={verb === 'recall' ? 'danger' : 'primary'}
      saving={change.isPending}
      error={change.error}
      fallback="Couldn’t change the lot"
      explained={<Refusal error={change.error} displacing={displacing} />}
      why={verb === 'recall' && said === '' ? 'Enter a reason first.' : undefined}
      onSubmit={() => submit()}
    >
      <p>{consequences[verb]}</p>
      <TextArea
        label={verb === 'recall' ? 'Reason' : 'Note'}
        maxLength={1000}
        value={note}
        hint={verb === 'recall' ? undefined : 'Optional note, kept in the stock history'}
        onChange={({ target }) => setNote(target.value)}
      />
    </Form>
  )
}
