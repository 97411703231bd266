import { ScanLine } from 'lucide-react'
import type { Topics } from '../../help/topics.ts'
import type { At, Noun } from '../../workspace/noun.ts'

type LookUp = {
  kind?: string
  id?: string
  label?: string
  name?: string
  variant?: string | undefined
}

export const paths = (at: At) => ({
  floor: at('floor'),
  floorPack: (search: { fulfillment?: string } = {}) => at('floor/pack', search),
  /** `of` is the warehouse of a carrier whose manifest is not open. */
  floorLoad: (search: { manifest?: string; of?: string; carrier?: string } = {}) =>
    at('floor/load', search),
  floorReturn: (search: { return?: string } = {}) => at('floor/return', search),
  floorPick: (search: { fulfillment?: string; batch?: string } = {}) => at('floor/pick', search),
  /** From a location, or an item that is chosen already. */
  floorMove: (search: { from?: string; variant?: string } = {}) => at('floor/move', search),
  /** `new` begins a receipt; without one it is chosen first. */
  floorReceive: (search: { receipt?: string } = {}) => at('floor/receive', search),
  /** Without a thing one is scanned first. */
  floorLookUp: (thing: LookUp = {}) => at('floor/look-up', thing),
})

export const topics: Topics = {
  floor: {
    title: 'Floor mode',
    about: 'Work with a handheld scanner or a phone, one task at a time.',
    tasks: [
      'To pick, take a fulfillment, go to the location, scan it, scan the item and confirm.',
      'To pick several orders on one walk, select New batch, or take a batch that is there.',
      'In a cluster, scan a tote for each order first. Then scan location, item and the tote that is shown.',
      'To report that too little is there, select Short.',
      'To pack, load, receive or move, select it at the top.',
      'To see what something is, scan it.',
      'Without a connection, confirmed picks wait on this device and are sent in order later.',
      'Scan CMD:CONFIRM, CMD:SHORT, CMD:NEXT or CMD:UNDO instead of pressing a button.',
    ],
  },
  'floor/pack': {
    title: 'Packing on the floor',
    about: 'Packs one order, scan by scan.',
    tasks: [
      'To begin, scan a tote or an order sheet, or select an order.',
      'To pack an item, scan it. The first scan opens a package.',
      'To pack several with one scan, select the quantity and enter how many.',
      'To report missing or damaged units, select More, then Send back to pick.',
      'To close the package, select Close, or scan CMD:CLOSE.',
      'Without a connection, scans into an open package wait on this device.',
    ],
  },
  'floor/load': {
    title: 'Loading on the floor',
    about: 'Loads packages for one carrier and hands them over.',
    tasks: [
      'To begin, scan a package, or select a carrier.',
      'To load a package, scan its label or its tracking number.',
      'To hand over, select Hand over and enter who takes the packages.',
    ],
  },
  'floor/return': {
    title: 'Returns on the floor',
    about: 'Receives what customers send back, and inspects it.',
    tasks: [
      'To begin, scan the return label, the order or the tracking number.',
      'To receive, scan each item and select Receive.',
      'To inspect, choose the condition and what to do with the item. Scan a location to restock it.',
    ],
  },
  'floor/move': {
    title: 'Moving on the floor',
    about: 'Moves stock to another location of the warehouse.',
    tasks: [
      'To move stock, scan its location, the item and the new location, then select Move.',
      'If a location has several lots of the item, scan the lot or serial number.',
      'To move less than all of it, select the quantity.',
      'To undo the last move, select Undo move.',
    ],
  },
  'floor/receive': {
    title: 'Receiving on the floor',
    about: 'Counts a delivery into stock, scan by scan.',
    tasks: [
      'To begin, select New receipt, or choose or scan an open one.',
      'To receive into a location, scan it. The items you scan next go there.',
      'To count an item, scan it. A pack barcode counts one pack.',
      'To enter a quantity, lot, serial numbers or a status, select the line.',
      'To take the items into stock, select Complete receipt, or scan CMD:CONFIRM.',
      'What you counted stays on this device until you complete it or save it as open.',
    ],
  },
  'floor/look-up': {
    title: 'Look up on the floor',
    about: 'Shows what a code is, where it is and what you can do with it.',
    tasks: [
      'To look something up, scan it: an item, location, lot, serial number, order, tote, package, shipment, return or receipt.',
      'To follow it, select a location, an item or a fulfillment in the list.',
      'To go on with it, select Move, Receive, Pick, Pack, Load or Inspect below.',
    ],
  },
}

export const floor = {
  pages: [
    'floor',
    'floor/pick',
    'floor/pack',
    'floor/load',
    'floor/return',
    'floor/move',
    'floor/receive',
    'floor/look-up',
  ],
  paths,
  rail: [
    {
      group: 'Orders',
      name: 'Floor mode',
      page: 'floor',
      icon: ScanLine,
      keys: 'g t',
      needs: 'order.read',
    },
  ],
} satisfies Noun
