import { Palette } from '../parts/Palette.tsx'
import { useTenantUser } from '../session.ts'

/** The palette of a workspace. */
export function WorkspacePalette({ onClose }: { onClose: () => void }) {
  return (
    <Palette
      recent={{ key: 'stowage.recent.workspace', account: useTenantUser()?.id ?? '' }}
      onClose={onClose}
    />
  )
}
