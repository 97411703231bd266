import { packing } from '@stowage/contract/orders/packing'
import { useState } from 'react'
import { useAction } from '../../app/api.ts'
import { readQuantity } from '../../app/quantity.ts'
import { Form } from '../../parts/Form.tsx'
import { BoxField } from '../../orders/boxes/BoxField.tsx'
import { Explanation } from '../../workspace/refusals/Explanation.tsx'
import { NumberPad } from '../frame/NumberPad.tsx'

type Props = {
  slug: string
  package: { id: string; number: string }
  onClosed: () => void
  onClose: () => void
}

/** Asks for the weight and the box of a package, which need not be known, and closes it. */
export default function ClosePackageDialog({
  slug,
  package: { id, number },
  onClosed,
  onClose,
}: Props) {
  const [weight, setWeight] = useState('')
  const [box, setBox] = useState('')
  const close = useAction(packing.close)
  const grams = readQuantity(weight)
  const isWhole = weight.trim() === '' || (grams !== undefined && /^[1-9]\d*$/.test(grams))
  return (
    <Form
      dialog={{ title: `Close ${number}`, onClose }}
      submit="Close package"
      submitting="Closing…"
      saving={close.isPending}
      error={close.error}
      fallback="Couldn’t close the package"
      explained={<Explanation error={close.error} />}
      why={isWhole ? undefined : 'Enter the weight in whole grams.'}
      onSubmit={() =>
        // With the last package the page is another one before its callback would run.
        close
          .mutateAsync({
            params: { slug, packageId: id },
            body: {
              ...(box.trim() !== '' && { box: box.trim() }),
              ...(grams !== undefined && { weightG: Number(grams) }),
            },
          })
          .then(onClosed, () => {})
      }
    >
      <NumberPad label="Weight" unit="Grams, or empty" value={weight} onChange={setWeight} />
      <BoxField value={box} onChange={setBox} />
    </Form>
  )
}
