import { imports, type ImportJob } from '@stowage/contract/workspace/imports'
import { useAction } from '../../app/api.ts'
import { Button } from '../../ui/Button.tsx'
import { ErrorBox } from '../../ui/ErrorBox.tsx'
import { useSlug } from '../warehouses.ts'

/** Leaves a file that has changed nothing; there is nothing to lose, so nothing is asked. */
export function CancelImport({ file }: { file: ImportJob }) {
  const slug = useSlug()
  const cancel = useAction(imports.cancel)
  return (
    <>
      {cancel.error && <ErrorBox error={cancel.error} fallback="Couldn’t cancel" />}
      <Button
        busy={cancel.isPending && 'Cancelling…'}
        onClick={() => cancel.mutate({ params: { slug, importId: file.id } })}
      >
        Cancel import
      </Button>
    </>
  )
}
