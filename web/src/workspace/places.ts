import type { WarehousePermission } from '@stowage/contract/member-permissions'
import {
  ArrowLeftRight,
  Boxes,
  ChartColumn,
  CircleHelp,
  FileUp,
  House,
  MapPin,
  Package,
  PackagePlus,
  ScanBarcode,
  ShoppingCart,
  SlidersHorizontal,
  Tag,
  Users,
  type LucideIcon,
} from 'lucide-react'
import type { WorkspacePaths } from './paths.ts'

export type Place = {
  name: string
  href: (to: WorkspacePaths) => string
  icon: LucideIcon
  /** Leads here from everywhere in the workspace. */
  keys?: string
  /** Without it the entry stands there and says why. */
  needs?: WarehousePermission
  /** Marked as open on this address only, not on everything below it. */
  exact?: true
  /** Of what is below it, what has an entry of its own. */
  except?: (to: WorkspacePaths) => string
}

/** The rail, from top to bottom; a group without a name begins it. */
export const groups: readonly { name?: string; places: readonly Place[] }[] = [
  {
    places: [
      { name: 'Home', href: (to) => to.home, icon: House, keys: 'g h', exact: true },
      {
        name: 'Scan',
        href: (to) => to.scanner,
        icon: ScanBarcode,
        keys: 'g x',
        needs: 'stock.read',
      },
    ],
  },
  {
    name: 'Orders',
    places: [
      {
        name: 'Orders',
        href: (to) => to.orders(),
        icon: ShoppingCart,
        keys: 'g o',
        needs: 'order.read',
      },
      {
        name: 'Customers',
        href: (to) => to.customers(),
        icon: Users,
        keys: 'g c',
        needs: 'customer.read',
      },
    ],
  },
  {
    name: 'Inventory',
    places: [
      {
        name: 'Products',
        href: (to) => to.products,
        icon: Package,
        keys: 'g p',
        needs: 'catalog.product.read',
      },
      {
        name: 'Stock',
        href: (to) => to.stock(),
        icon: Boxes,
        keys: 'g i',
        needs: 'stock.read',
        except: (to) => to.ledger(),
      },
      {
        name: 'Stock history',
        href: (to) => to.ledger(),
        icon: ArrowLeftRight,
        keys: 'g m',
        needs: 'stock.history.read',
      },
    ],
  },
  {
    name: 'Inbound',
    places: [
      {
        name: 'Receiving',
        href: (to) => to.receiving,
        icon: PackagePlus,
        keys: 'g b',
        needs: 'stock.read',
      },
    ],
  },
  {
    name: 'Insight',
    places: [
      {
        name: 'Reports',
        href: (to) => to.reports,
        icon: ChartColumn,
        keys: 'g a',
        needs: 'report.operational.read',
      },
    ],
  },
  {
    name: 'Setup',
    places: [
      {
        name: 'Locations',
        href: (to) => to.places(),
        icon: MapPin,
        keys: 'g l',
        needs: 'location.read',
      },
      { name: 'Labels', href: (to) => to.labels(), icon: Tag, needs: 'print.use' },
      { name: 'Imports', href: (to) => to.imports, icon: FileUp, needs: 'import.run' },
      {
        name: 'Settings',
        href: (to) => to.setup('warehouse'),
        icon: SlidersHorizontal,
        needs: 'stock.read',
      },
      { name: 'Help', href: (to) => to.help, icon: CircleHelp },
    ],
  },
]
