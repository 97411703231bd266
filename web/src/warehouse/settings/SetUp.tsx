import { WarehouseAccess } from './WarehouseAccess.tsx'
import { Reasons } from './Reasons.tsx'
import { Verification } from './Verification.tsx'
import { WarehouseSettings } from './WarehouseSettings.tsx'

/** The part of the settings that holds for everybody in the workspace. */
export function SetUp({ slug, tab }: { slug: string; tab: string }) {
  if (tab === 'reasons') return <Reasons slug={slug} />
  if (tab === 'access') return <WarehouseAccess slug={slug} />
  if (tab === 'verification') return <Verification slug={slug} />
  return <WarehouseSettings slug={slug} />
}
