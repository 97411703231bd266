import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

export const paths = (at: At) => ({
  handOver: at('shipping/hand-over'),
  manifests: (search: { state?: string } = {}) => at('shipping/manifests', search),
  manifest: (manifestId: string) => at(`shipping/manifests/${encodeURIComponent(manifestId)}`),
})

export const topics: Topics = {
  'shipping/hand-over': {
    title: 'To hand over',
    about: 'Shipped packages that wait for their carrier, by carrier.',
    tasks: [
      'To load the packages of a carrier, select Load. The carrier’s manifest opens.',
      'To continue loading, select the manifest.',
    ],
  },
  'shipping/manifests': {
    title: 'Manifests',
    about: 'What each carrier took, when, and who took it.',
    tasks: [
      'To see the packages of a manifest, select its number.',
      'To find what is not handed over yet, filter by state: Open.',
    ],
  },
  'shipping/manifests/$manifestId': {
    title: 'Manifest',
    about: 'What is loaded for a carrier, and what still waits.',
    tasks: [
      'To load a package, scan its label or its tracking number.',
      'To load everything without scanning, select Load all.',
      'To hand over, select Close manifest and enter who took the packages.',
      'To get a list to sign, select Print. A shipment on a closed manifest can’t be voided.',
    ],
  },
}

export const manifests = {
  pages: ['shipping/hand-over', 'shipping/manifests', 'shipping/manifests/$manifestId'],
  routes: () => import('./routes.tsx'),
  paths,
  commands: [{ name: 'Hand over to carriers', page: 'shipping/hand-over', needs: 'order.read' }],
} satisfies Noun
