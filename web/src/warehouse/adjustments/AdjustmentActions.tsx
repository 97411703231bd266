import { adjustments, type Adjustment } from '@stowage/contract/warehouse/adjustments'
import { settings } from '@stowage/contract/warehouse/settings'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { load } from '../../app/api.ts'
import { useTenantUser } from '../../app/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useCan } from '../../workspace/rights.ts'
import { Steps } from '../../workspace/steps/Steps.tsx'
import { EditDraft } from './EditDraft.tsx'
import { adjustmentSteps } from './steps.tsx'

const ownWork =
  'Separation of duties is on. Someone else must approve adjustments you created or edited.'

export function AdjustmentActions({ slug, adjustment }: { slug: string; adjustment: Adjustment }) {
  const { why } = useCan()
  const me = useTenantUser()?.id
  const [isEditing, setIsEditing] = useState(false)
  const { state, createdBy, editedBy } = adjustment
  const rules = useQuery({
    ...load(settings.warehouse, { params: { slug } }),
    enabled: state === 'pending_approval',
  })
  const isOwn =
    rules.data?.settings.separateDuties === true && [createdBy, ...editedBy].includes(me ?? null)
  if (isEditing && state === 'draft')
    return <EditDraft slug={slug} draft={adjustment} onDone={() => setIsEditing(false)} />
  return (
    <div className="grid gap-4">
      {state === 'pending_approval' && (
        <Notice kind="warn">
          <p>
            This adjustment is above the approval limit. Stock changes once a member with approval
            rights approves it.
          </p>
        </Notice>
      )}
      <div className="flex flex-wrap gap-2 empty:hidden">
        <Steps
          steps={adjustmentSteps}
          of={adjustment}
          whyNot={{ approve: isOwn ? ownWork : undefined }}
        >
          {state === 'draft' && (
            <Button why={why(adjustments.update)} onClick={() => setIsEditing(true)}>
              Edit draft
            </Button>
          )}
        </Steps>
      </div>
    </div>
  )
}
