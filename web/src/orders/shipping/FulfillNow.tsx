import type { Order } from '@stowage/contract/orders/orders'
import { fulfil } from '@stowage/contract/orders/shipping-fulfil'
import { useState } from 'react'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { useCan } from '../../workspace/rights.ts'
import { TakeStep } from '../../workspace/steps/AskedStep.tsx'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import { stepsOf, type OwnDialog } from '../../workspace/steps/steps.ts'
import { leftText } from '../fulfillments/words.ts'
import {
  MeasureFields,
  measuresOf,
  whyNotMeasures,
  type Measures,
} from '../packing/MeasureFields.tsx'
import { blankSending, sendingOf } from './sending.ts'
import { SendingFields } from './SendingFields.tsx'

const step = stepsOf<Order>({ one: 'order', many: 'orders' })

const fulfillNow = step({
  one: {
    route: fulfil.fulfil,
    name: 'Fulfill now',
    own: (props) => <FulfillNowForm {...props} />,
    done: ({ order, left }, { number }) =>
      order.state === 'shipped'
        ? `${number} was shipped`
        : `${number} was shipped in part. Not shipped: ${left.map(leftText).join(', ')}`,
  },
})

/** Asks how the package of an order is packed and sent, and ships all that is in stock of it. */
export const FulfillNow = (props: { order: Order; onClose: () => void }) => (
  <TakeStep step={fulfillNow} of={props.order} onClose={props.onClose} />
)

const rights = ['order.release', 'pick.perform', 'pack.skip_scan'] as const

function FulfillNowForm({ of, saving, error, onSubmit, onClose }: OwnDialog<Order>) {
  const [measures, setMeasures] = useState<Measures>({})
  const [how, setHow] = useState(blankSending)
  const [isPart, setPart] = useState(false)
  const { why } = useCan()
  const mayNotShort = why(fulfil.fulfil, 'order.ship_short')
  return (
    <StepForm
      title={`Fulfill ${of.number} now?`}
      consequence="Releases, picks, packs and ships what is in stock, in one package per warehouse."
      action="Ship order"
      busy="Shipping…"
      change={{ isPending: saving, error }}
      fallback="Couldn’t ship the order"
      why={
        rights.map((right) => why(fulfil.fulfil, right)).find(Boolean) ?? whyNotMeasures(measures)
      }
      onClose={onClose}
      onSubmit={() =>
        onSubmit({
          ...measuresOf(measures),
          ...sendingOf(how),
          ...(isPart && { shipShort: true }),
        })
      }
    >
      <MeasureFields value={measures} onChange={setMeasures} />
      <SendingFields value={how} onChange={setHow} hasParcels={false} />
      {of.shipComplete && (
        <Checkbox
          checked={isPart}
          disabled={mayNotShort !== undefined}
          onChange={({ target }) => setPart(target.checked)}
        >
          {mayNotShort ??
            'Ship a part if the rest is out of stock, although the order ships complete'}
        </Checkbox>
      )}
    </StepForm>
  )
}
