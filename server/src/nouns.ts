import { batchSource, toteSource } from './orders/batches/search-queries.ts'
import { customerRows } from './orders/customers/import.ts'
import { customerSource } from './orders/customers/search-queries.ts'
import * as orderHome from './orders/orders/home-queries.ts'
import { orderUses } from './orders/orders/queries.ts'
import { orderRows } from './orders/orders/import.ts'
import { orderSource } from './orders/orders/search-queries.ts'
import { findLabelledFulfillments, findLabelledPackages } from './orders/packing/paper-queries.ts'
import { addressLabels, contentsLabel } from './orders/packing/paper-rules.ts'
import { toPackTile, toPickTile, toShipTile } from './orders/fulfillments/home-queries.ts'
import { fulfillments } from './orders/fulfillments/queries.ts'
import { fulfillmentSource } from './orders/fulfillments/search-queries.ts'
import { heldOrders } from './orders/orders/exception-queries.ts'
import { findLabelledOrders } from './orders/orders/paper-queries.ts'
import { orderLabel } from './orders/orders/paper-rules.ts'
import { toInspectTile } from './orders/returns/home-queries.ts'
import { findLabelledReturns } from './orders/returns/label-queries.ts'
import { returnLabel } from './orders/returns/label-rules.ts'
import { returns, returnUses } from './orders/returns/queries.ts'
import { returnSource } from './orders/returns/search-queries.ts'
import { packConflictSource } from './orders/packing/conflict-queries.ts'
import { pickConflictSource } from './orders/picking/conflict-queries.ts'
import { packageSource } from './orders/packing/search-queries.ts'
import { shipments } from './orders/shipping/queries.ts'
import { shipmentSource } from './orders/shipping/search-queries.ts'
import { locationsToCount, shortPicks } from './orders/picking/exception-queries.ts'
import { recentAdjustments, toApproveTile } from './warehouse/adjustments/home-queries.ts'
import { adjustments, adjustmentUses } from './warehouse/adjustments/queries.ts'
import { adjustmentSource } from './warehouse/adjustments/search-queries.ts'
import {
  findLabelledLocations,
  findLabelledLots,
  findLabelledVariants,
} from './warehouse/products/label-queries.ts'
import { locationLabel, lotLabel, productLabel } from './warehouse/products/label-rules.ts'
import { locationsStep } from './warehouse/locations/home-queries.ts'
import { locationRows } from './warehouse/locations/import.ts'
import { locationsOfZones } from './warehouse/locations/list-queries.ts'
import { containerSource, locationSource } from './warehouse/locations/search-queries.ts'
import { stoppedLots } from './warehouse/lots/exception-queries.ts'
import { lotSource, serialSource } from './warehouse/lots/search-queries.ts'
import { productsStep, recentProducts } from './warehouse/products/home-queries.ts'
import { productRows } from './warehouse/products/import.ts'
import { variantSource } from './warehouse/products/search-queries.ts'
import { recentReceipts, toReceiveTile } from './warehouse/receiving/home-queries.ts'
import { receipts, receiptUses } from './warehouse/receiving/queries.ts'
import { receiptSource } from './warehouse/receiving/search-queries.ts'
import * as stockHome from './warehouse/stock-views/home-queries.ts'
import { stockRows } from './warehouse/stock/import.ts'
import {
  stockInLocations,
  stockInWarehouses,
  stockOfVariants,
} from './warehouse/stock/use-queries.ts'
import { warehouseStep } from './warehouse/locations/warehouse-home-queries.ts'
import { defaultLocations } from './warehouse/locations/warehouse-list-queries.ts'
import { failedWebhooks } from './workspace/webhooks/exception-queries.ts'
import { exceptionsTile } from './workspace/exceptions/home-queries.ts'
import { openUnknownCodes } from './workspace/exceptions/queries.ts'
import { teamStep } from './workspace/home/member-queries.ts'
import { copiedLabels, numberedLabels, severalLabels } from './workspace/print/label-sources.ts'
import { registerNouns } from './registry.ts'
import { memberSource } from './workspace/search/member-queries.ts'

/* What every noun brings to the engines of the workspace, which know none of them. */

registerNouns({
  imports: {
    products: productRows,
    locations: locationRows,
    stock: stockRows,
    customers: customerRows,
    orders: orderRows,
  },
  search: {
    variant: variantSource,
    location: locationSource,
    container: containerSource,
    receipt: receiptSource,
    adjustment: adjustmentSource,
    order: orderSource,
    fulfillment: fulfillmentSource,
    package: packageSource,
    shipment: shipmentSource,
    return: returnSource,
    pick_batch: batchSource,
    tote: toteSource,
    customer: customerSource,
    serial: serialSource,
    lot: lotSource,
    member: memberSource,
  },
  home: {
    today: {
      late: orderHome.lateTile,
      to_release: orderHome.toReleaseTile,
      to_pick: toPickTile,
      to_pack: toPackTile,
      to_ship: toShipTile,
      orders_on_hold: orderHome.ordersOnHoldTile,
      backorder: orderHome.backorderTile,
      returns_to_inspect: toInspectTile,
      to_receive: toReceiveTile,
      receiving_bay: stockHome.receivingBayTile,
      to_put_back: stockHome.toPutBackTile,
      to_approve: toApproveTile,
      on_hold: stockHome.onHoldTile,
      exceptions: exceptionsTile,
    },
    recent: {
      receipt: recentReceipts,
      adjustment: recentAdjustments,
      move: stockHome.recentMoves,
      product: recentProducts,
    },
    setup: {
      warehouse: warehouseStep,
      locations: locationsStep,
      products: productsStep,
      stock: stockHome.stockStep,
      team: teamStep,
    },
    hasData: stockHome.hasMoves,
    countToday: stockHome.countMovesToday,
    listFindings: stockHome.listFindings,
  },
  exceptions: {
    short_pick: shortPicks,
    location_to_count: locationsToCount,
    pick_conflict: pickConflictSource,
    pack_conflict: packConflictSource,
    unknown_code: { needs: 'stock.read', isResolvable: true, open: openUnknownCodes },
    order_hold: heldOrders,
    stopped_lot: stoppedLots,
    webhook: failedWebhooks,
  },
  labels: {
    product: copiedLabels(findLabelledVariants, productLabel),
    location: copiedLabels(findLabelledLocations, locationLabel),
    lot: copiedLabels(findLabelledLots, lotLabel),
    order: numberedLabels(findLabelledOrders, orderLabel),
    fulfillment: severalLabels(findLabelledFulfillments, addressLabels),
    package: copiedLabels(findLabelledPackages, contentsLabel),
    return: numberedLabels(findLabelledReturns, returnLabel),
  },
  postings: [receipts, adjustments, fulfillments, shipments, returns],
  uses: {
    warehouse: [
      stockInWarehouses,
      receiptUses.warehouse,
      adjustmentUses.warehouse,
      returnUses.warehouse,
    ],
    zone: [locationsOfZones],
    location: [stockInLocations, defaultLocations, receiptUses.location, adjustmentUses.location],
    variant: [
      stockOfVariants,
      receiptUses.variant,
      adjustmentUses.variant,
      orderUses.variant,
      returnUses.variant,
    ],
  },
})
