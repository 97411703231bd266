import {
  Bell,
  ChartColumn,
  CreditCard,
  LayoutDashboard,
  Settings,
  Shapes,
  Users,
  type LucideIcon,
} from 'lucide-react'
import { paths } from '../app/paths.ts'

type Place = {
  name: string
  href: string
  icon: LucideIcon
  /** Leads here from everywhere in the dashboard. */
  keys?: string
  /** A figure shown beside the name that stands for none of ours yet. */
  sample?: number
}

/** The pages of the dashboard in the order of the sidebar. */
export const places: readonly Place[] = [
  { name: 'Dashboard', href: paths.dashboard, icon: LayoutDashboard, keys: 'g d' },
  { name: 'Platforms', href: paths.platforms, icon: Shapes, keys: 'g p' },
  { name: 'Users', href: paths.users, icon: Users, sample: 24 },
  { name: 'Analytics', href: paths.analytics, icon: ChartColumn, keys: 'g a' },
  { name: 'Notifications', href: paths.notifications, icon: Bell, sample: 5 },
  { name: 'Billing', href: paths.billing, icon: CreditCard },
  { name: 'Settings', href: paths.settings, icon: Settings, keys: 'g s' },
]
