import type { packing } from '@stowage/contract/orders/packing'
import type { Handlers } from '../../http/mount.ts'
import { sendBack } from './send-back.ts'

export const sendBackHandlers: Handlers<Pick<typeof packing, 'sendBack'>> = {
  sendBack: ({ write, actor }, { params, body }) =>
    write((tx) => sendBack(tx, actor, params.fulfillmentId, body)),
}
