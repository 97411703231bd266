import type { Input } from '@stowage/contract/route'
import type { Kit, kits } from '@stowage/contract/warehouse/product-kits'
import type { Tx } from '../../database/connect.ts'
import { failField, notFound } from '../../errors.ts'
import type { WorkspaceMember } from '../../http/actor.ts'
import { recordChanges, describeChange } from '../../workspace/records/commands.ts'
import { describedVariant } from './variant-queries.ts'
import { findItems } from './variant-list-queries.ts'
import { nameItems, quantaOf } from './lines.ts'
import { getKit, lockKit, replaceComponents } from './kit-queries.ts'

/** Sets what a kit is made of. A component is kept in stock itself: kits of kits are refused. */
export async function saveKit(
  tx: Tx,
  actor: WorkspaceMember,
  variantId: string,
  { components }: Input<typeof kits.save>['body'],
): Promise<Kit> {
  const { id: platformId } = actor.platform
  const kit = (await lockKit(tx, platformId, variantId)) ?? notFound()
  if (kit.kind !== 'virtual_kit') failField('components', `${kit.sku} is not a kit`)
  const items = nameItems(await findItems(tx, platformId, components), components)
  const rows = items.map((named, i) => {
    const path = `components.${i}`
    const { item } = named
    if (item.kind !== 'stocked') failField(`${path}.sku`, `${item.sku} isn’t kept in stock`)
    const qty = quantaOf(named, components[i]?.qty ?? '', `${path}.qty`)
    return { variantId: item.variantId, qty: String(qty) }
  })
  const twice = rows.findIndex(
    (row, i) => rows.findIndex((one) => one.variantId === row.variantId) < i,
  )
  if (twice >= 0) failField(`components.${twice}.sku`, 'This item is already a component')
  await replaceComponents(tx, platformId, variantId, rows)
  const payload = { changed: ['components'] }
  const change = describeChange(
    describedVariant,
    actor,
    { ...kit, id: variantId },
    { change: 'updated', payload },
  )
  const target = { type: 'variant', id: variantId, name: kit.sku }
  await recordChanges(
    tx,
    actor,
    [change],
    [['KIT_UPDATED', { target, metadata: { components: rows.length } }]],
  )
  return getKit(tx, platformId, variantId)
}
