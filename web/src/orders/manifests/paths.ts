import type { At } from '../../workspace/noun.ts'

export const manifestPaths = (at: At) => ({
  handOver: at('shipping/hand-over'),
  manifests: (search: { state?: string } = {}) => at('shipping/manifests', search),
  manifest: (manifestId: string) => at(`shipping/manifests/${encodeURIComponent(manifestId)}`),
})
