import type { Shipment } from '@stowage/contract/orders/shipping'
import { useState } from 'react'
import { moneyAsTyped } from '../../app/quantity.ts'
import { StepForm } from '../../workspace/steps/StepForm.tsx'
import type { OwnDialog } from '../../workspace/steps/steps.ts'
import { ParcelFields } from './ParcelFields.tsx'
import { parcelsOf, sendingOf, trackingOf } from './sending.ts'
import { SendingFields } from './SendingFields.tsx'

/** Changes how a shipment is sent. */
export function EditSending({ of, saving, error, onSubmit, onClose }: OwnDialog<Shipment>) {
  const { number, cost, carrier, service, tracking, packages } = of
  const [how, setHow] = useState({ carrier, service, tracking, cost: moneyAsTyped(cost ?? '') })
  const [tracked, setTracked] = useState(trackingOf(packages))
  const hasParcels = packages.length > 1 || packages.some((one) => one.tracking !== '')
  return (
    <StepForm
      title={`Edit ${number}`}
      action="Save shipment"
      change={{ isPending: saving, error }}
      fallback="Couldn’t save the shipment"
      onSubmit={() => onSubmit({ ...sendingOf(how), packages: parcelsOf(packages, tracked) })}
      onClose={onClose}
    >
      <SendingFields value={how} onChange={setHow} hasParcels={hasParcels} />
      {hasParcels && <ParcelFields packages={packages} value={tracked} onChange={setTracked} />}
    </StepForm>
  )
}
