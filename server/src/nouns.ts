import { waitingStates } from '@stowage/contract/orders/fulfillment-waiting'
import { batches } from './orders/batches/queries.ts'
import { batchSource, toteSource } from './orders/batches/search-queries.ts'
import { boxRows } from './orders/boxes/import.ts'
import { boxSource } from './orders/boxes/queries.ts'
import { carrierRows } from './orders/carriers/import.ts'
import { carrierSource } from './orders/carriers/queries.ts'
import { customerRows } from './orders/customers/import.ts'
import { customerSource } from './orders/customers/search-queries.ts'
import * as orderHome from './orders/orders/home-queries.ts'
import { orders } from './orders/orders/queries.ts'
import { orderRows } from './orders/orders/import.ts'
import { orderSource } from './orders/orders/search-queries.ts'
import { addressLabels, contentsLabels } from './orders/packing/print.ts'
import { fulfillments } from './orders/fulfillments/queries.ts'
import { fulfillmentSource } from './orders/fulfillments/search-queries.ts'
import { heldOrders } from './orders/orders/exception-queries.ts'
import { orderLabels } from './orders/orders/print.ts'
import { returnLabels } from './orders/returns/print.ts'
import { returns, returnSource } from './orders/returns/queries.ts'
import { packConflictSource } from './orders/packing/exception-queries.ts'
import { manifests } from './orders/manifests/queries.ts'
import { waves } from './orders/waves/queries.ts'
import { packageSource } from './orders/packing/search-queries.ts'
import { shipments } from './orders/shipping/queries.ts'
import { shipmentSource } from './orders/shipping/search-queries.ts'
import {
  locationsToCount,
  shortPicks,
  pickConflictSource,
} from './orders/picking/exception-queries.ts'
import { adjustments, adjustmentSource } from './warehouse/adjustments/queries.ts'
import { locationLabels, lotLabels, productLabels } from './warehouse/products/print.ts'
import { locationsStep, warehouseStep } from './warehouse/locations/home-queries.ts'
import { locationRows } from './warehouse/locations/import.ts'
import { locationsOfZones } from './warehouse/locations/list-queries.ts'
import { containerSource, locationSource } from './warehouse/locations/search-queries.ts'
import { stoppedLots } from './warehouse/lots/exception-queries.ts'
import { lotSource, serialSource } from './warehouse/lots/search-queries.ts'
import { productsStep, recentProducts } from './warehouse/products/home-queries.ts'
import { productRows } from './warehouse/products/import.ts'
import { variantSource } from './warehouse/products/search-queries.ts'
import { receipts, receiptSource } from './warehouse/receiving/queries.ts'
import * as stockHome from './warehouse/stock-views/home-queries.ts'
import { stockRows } from './warehouse/stock/import.ts'
import {
  stockInLocations,
  stockInWarehouses,
  stockOfVariants,
} from './warehouse/stock/use-queries.ts'
import { defaultLocations } from './warehouse/locations/warehouse-list-queries.ts'
import { failedWebhooks } from './workspace/webhooks/exception-queries.ts'
import { exceptionsTile } from './workspace/exceptions/home-queries.ts'
import { openUnknownCodes } from './workspace/exceptions/queries.ts'
import { teamStep } from './workspace/home/member-queries.ts'
import { recentDocuments, waitingDocuments } from './workspace/documents/source-queries.ts'
import { registerNouns } from './registry.ts'
import { memberSource } from './workspace/search/member-queries.ts'

/* What every noun brings to the engines of the workspace, which know none of them. */

registerNouns({
  imports: {
    products: productRows,
    locations: locationRows,
    stock: stockRows,
    customers: customerRows,
    carriers: carrierRows,
    boxes: boxRows,
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
    carrier: carrierSource,
    box: boxSource,
    serial: serialSource,
    lot: lotSource,
    member: memberSource,
  },
  home: {
    today: {
      late: orderHome.lateTile,
      to_release: orderHome.toReleaseTile,
      to_pick: waitingDocuments(fulfillments, waitingStates.toPick),
      to_pack: waitingDocuments(fulfillments, waitingStates.toPack),
      to_ship: waitingDocuments(fulfillments, waitingStates.toShip),
      orders_on_hold: orderHome.ordersOnHoldTile,
      backorder: orderHome.backorderTile,
      returns_to_inspect: waitingDocuments(returns, ['received'], 'receivedAt'),
      to_receive: waitingDocuments(receipts, ['open']),
      receiving_bay: stockHome.receivingBayTile,
      to_put_back: stockHome.toPutBackTile,
      to_approve: waitingDocuments(adjustments, ['pending_approval'], 'updatedAt'),
      on_hold: stockHome.onHoldTile,
      exceptions: exceptionsTile,
    },
    recent: {
      receipt: recentDocuments(receipts),
      adjustment: recentDocuments(adjustments),
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
    product: productLabels,
    location: locationLabels,
    lot: lotLabels,
    order: orderLabels,
    fulfillment: addressLabels,
    package: contentsLabels,
    return: returnLabels,
  },
  documents: [
    receipts,
    adjustments,
    orders,
    fulfillments,
    batches,
    waves,
    shipments,
    manifests,
    returns,
  ],
  uses: {
    warehouse: [stockInWarehouses],
    zone: [locationsOfZones],
    location: [stockInLocations, defaultLocations],
    variant: [stockOfVariants],
  },
})
