import { fileURLToPath } from 'node:url'
import { api } from '@stowage/contract'
import { webhookBodies } from '@stowage/contract/workspace/events'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { contextOf, type Context } from './context.ts'
import { newId } from './database/ids.ts'
import { answerOrigins } from './http/cors.ts'
import { sendSecurityHeaders } from './http/headers.ts'
import { answerHealth, measure, serveMetrics, type Gauges } from './http/health.ts'
import type { RateLimiter } from './http/limits.ts'
import type { ActorLookup } from './http/find-actor.ts'
import { maxParamLength, mount, refuseOtherMethods, type Handlers } from './http/mount.ts'
import { publishApi } from './http/openapi.ts'
import { acceptCsvBodies } from './http/csv-body.ts'
import { parseJsonBodies } from './http/parse.ts'
import { answerErrors, answerUnroutable, leaveGone, refuseWhileClosing } from './http/problem.ts'
import { openAdmission } from './http/admission.ts'
import { countCalls } from './http/quota.ts'
import { serveSitemap } from './http/sitemap.ts'
import { serveWeb } from './http/static.ts'
import { traceRequests } from './http/tracing.ts'
import { accountHandlers } from './identity/accounts/routes.ts'
import { passkeyHandlers } from './identity/passkeys/routes.ts'
import { findOperator } from './identity/accounts/commands.ts'
import { suspendUndecided } from './platforms/directory/suspend-undecided.ts'
import { findMember } from './platforms/tenant-sessions/find-member.ts'
import { countCall, flushCalls } from './platforms/directory/count-call.ts'
import { passwordHandlers } from './identity/passwords/routes.ts'
import { profileHandlers } from './identity/profile/routes.ts'
import { publicKeys } from './identity/signing-keys/commands.ts'
import { sessionHandlers, passkeySignInHandlers } from './identity/sessions/routes.ts'
import { findProofMethods } from './identity/two-factor/queries.ts'
import { twoFactorHandlers } from './identity/two-factor/routes.ts'
import './nouns.ts'
import { serveMailbox } from './mail/mailbox.ts'
import { backorderHandlers } from './orders/backorders/routes.ts'
import { boxHandlers } from './orders/boxes/routes.ts'
import { carrierHandlers } from './orders/carriers/routes.ts'
import { channelHandlers } from './orders/channels/routes.ts'
import { customerHandlers } from './orders/customers/routes.ts'
import {
  orderHandlers,
  bulkHandlers,
  externalOrderHandlers,
  unreservingHandlers,
  paperHandlers,
} from './orders/orders/routes.ts'
import { fulfillmentHandlers } from './orders/fulfillments/routes.ts'
import { manifestHandlers } from './orders/manifests/routes.ts'
import {
  fulfillmentPaperHandlers,
  packingHandlers,
  packConflictHandlers,
} from './orders/packing/routes.ts'
import { returnHandlers, returnPhotoHandlers } from './orders/returns/routes.ts'
import { shippingHandlers, fulfilHandlers } from './orders/shipping/routes.ts'
import { batchHandlers } from './orders/batches/routes.ts'
import { withdrawPicks } from './orders/picking/withdraw.ts'
import { waveHandlers } from './orders/waves/routes.ts'
import { pickingHandlers, sendBackHandlers, pickConflictHandlers } from './orders/picking/routes.ts'
import { reportHandlers as orderReportHandlers, traceHandlers } from './orders/reports/routes.ts'
import { auditHandlers } from './platforms/audit/routes.ts'
import { findPlatform, findRole } from './platforms/directory/queries.ts'
import { directoryHandlers } from './platforms/directory/routes.ts'
import { logoHandlers } from './platforms/logos/routes.ts'
import { invitationHandlers } from './platforms/invitations/routes.ts'
import { memberHandlers, tenantProfileHandlers } from './platforms/members/routes.ts'
import { tableSettingsHandlers } from './platforms/table-settings/routes.ts'
import { tenantPasswordHandlers } from './platforms/tenant-passwords/routes.ts'
import { findMemberProof } from './platforms/tenant-sessions/commands.ts'
import { tenantSessionHandlers } from './platforms/tenant-sessions/routes.ts'
import { findApiKey } from './workspace/api-keys/commands.ts'
import { apiKeyHandlers } from './workspace/api-keys/routes.ts'
import { endStreams } from './workspace/events/follow.ts'
import { eventHandlers } from './workspace/events/routes.ts'
import { exceptionHandlers } from './workspace/exceptions/routes.ts'
import { homeHandlers } from './workspace/home/routes.ts'
import { importHandlers } from './workspace/imports/routes.ts'
import { searchHandlers } from './workspace/search/routes.ts'
import { webhookHandlers, deliveryHandlers } from './workspace/webhooks/routes.ts'
import { savedViewHandlers } from './workspace/saved-views/routes.ts'
import { adjustmentHandlers } from './warehouse/adjustments/routes.ts'
import { categoryHandlers } from './warehouse/categories/routes.ts'
import { lotHandlers } from './warehouse/lots/routes.ts'
import { demoHandlers } from './demo/routes.ts'
import { labelHandlers } from './workspace/print/routes.ts'
import { locationHandlers, warehouseHandlers, zoneHandlers } from './warehouse/locations/routes.ts'
import {
  productHandlers,
  kitHandlers,
  unitHandlers,
  variantHandlers,
  practiceHandlers,
} from './warehouse/products/routes.ts'
import { reservationHandlers } from './warehouse/reservations/routes.ts'
import { receivingHandlers } from './warehouse/receiving/routes.ts'
import { openWarehouse } from './warehouse/settings/open.ts'
import { reportHandlers } from './warehouse/reports/routes.ts'
import { settingsHandlers } from './warehouse/settings/routes.ts'
import { stockHandlers, blockHandlers } from './warehouse/stock/routes.ts'
import { verifyHandlers } from './warehouse/integrity/routes.ts'
import { stockViewHandlers } from './warehouse/stock-views/routes.ts'

const bodyLimit = 64 * 1024
const lookup: ActorLookup = {
  findOperator,
  findMember: countedMember,
  findApiKey: countedApiKey,
  findMemberProof,
  findPlatform,
  findRole,
  findProofMethods,
  openWarehouse,
}

/** Counts the request for the member's platform in the metrics. */
async function countedMember(...asked: Parameters<typeof findMember>) {
  const member = await findMember(...asked)
  if (member) countCall(asked[0], member.platform.id, member.at)
  return member
}

async function countedApiKey(...asked: Parameters<typeof findApiKey>) {
  const key = await findApiKey(...asked)
  if (key) countCall(asked[0], key.platform.id, key.at)
  return key
}

const noSchemas = () => () => {
  throw new Error('a route has a schema that is not of the contract')
}

/** Builds the HTTP server: hooks first, then every module. This is the only list of modules. */
export async function buildApp(
  context: Context,
  limits: RateLimiter,
  gauges: Gauges = {},
): Promise<FastifyInstance> {
  const { config } = context
  const log: FastifyBaseLogger = context.log
  const app = fastify({
    loggerInstance: log,
    // Fastify would log every request. Durations are in the metrics.
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: newId,
    bodyLimit,
    requestTimeout: 30_000,
    // `refuseWhileClosing` answers instead, with the error envelope.
    return503OnClosing: false,
    keepAliveTimeout: 72_000,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    routerOptions: { caseSensitive: true, ignoreTrailingSlash: false, maxParamLength },
    frameworkErrors: (_error, request, reply) => answerUnroutable(request, reply, config),
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000 },
    // Zod checks bodies. Fastify's own schema compilers are 7 MB.
    schemaController: {
      compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas },
    },
  })

  traceRequests(app)
  sendSecurityHeaders(app, config)
  const { registry, countRefusal } = measure(app, context, gauges)
  answerErrors(app, countRefusal)
  leaveGone(app)
  refuseWhileClosing(app)
  await answerOrigins(app, config)
  countCalls(app, context, limits)
  parseJsonBodies(app)
  acceptCsvBodies(app)

  const gate = { lookup, limits, admission: openAdmission(config.databasePool) }
  const add = <Routes extends Parameters<typeof mount>[3]>(
    routes: Routes,
    handlers: Handlers<Routes>,
  ) => mount(app, context, gate, routes, handlers)
  add(api.identity.accounts, accountHandlers(suspendUndecided))
  add(api.identity.sessions, sessionHandlers)
  add(api.identity.passwords, passwordHandlers(suspendUndecided))
  add(api.identity.twoFactor, twoFactorHandlers)
  add(api.identity.profile, profileHandlers)
  add(api.identity.passkeys, { ...passkeyHandlers, ...passkeySignInHandlers })
  add(api.platforms.directory, directoryHandlers)
  add(api.platforms.logos, logoHandlers)
  add(api.platforms.members, memberHandlers)
  add(api.platforms.invitations, invitationHandlers)
  add(api.platforms.audit, auditHandlers)
  add(api.platforms.tenantSessions, tenantSessionHandlers)
  add(api.platforms.tenantPasswords, tenantPasswordHandlers)
  add(api.platforms.tenantProfile, tenantProfileHandlers)
  add(api.platforms.tableSettings, tableSettingsHandlers)
  add(api.workspace.apiKeys, apiKeyHandlers)
  add(api.workspace.webhooks, webhookHandlers)
  add(api.workspace.deliveries, deliveryHandlers)
  add(api.workspace.events, eventHandlers)
  add(api.workspace.exceptions, exceptionHandlers)
  add(api.workspace.home, homeHandlers)
  add(api.workspace.imports, importHandlers)
  add(api.workspace.search, searchHandlers)
  add(api.workspace.savedViews, savedViewHandlers)
  add(api.warehouse.products, productHandlers)
  add(api.warehouse.variants, variantHandlers)
  add(api.warehouse.categories, categoryHandlers)
  add(api.warehouse.units, unitHandlers)
  add(api.warehouse.warehouses, warehouseHandlers)
  add(api.warehouse.zones, zoneHandlers)
  add(api.warehouse.locations, { ...locationHandlers, ...blockHandlers })
  add(api.demo.demo, demoHandlers)
  add(api.warehouse.practiceLabels, practiceHandlers)
  add(api.workspace.labels, labelHandlers)
  add(api.warehouse.receiving, receivingHandlers)
  add(api.warehouse.adjustments, adjustmentHandlers)
  add(api.warehouse.kits, kitHandlers)
  add(api.warehouse.lots, lotHandlers(withdrawPicks))
  add(api.warehouse.settings, settingsHandlers)
  add(api.warehouse.stockViews, stockViewHandlers)
  add(api.warehouse.stock, stockHandlers)
  add(api.warehouse.integrity, verifyHandlers)
  add(api.warehouse.reservations, reservationHandlers)
  add(api.warehouse.reports, reportHandlers)
  add(api.orders.customers, customerHandlers)
  add(api.orders.channels, channelHandlers)
  add(api.orders.carriers, carrierHandlers)
  add(api.orders.boxes, boxHandlers)
  add(api.orders.backorders, backorderHandlers)
  add(api.orders.orders, orderHandlers)
  add(api.orders.unreserving, unreservingHandlers)
  add(api.orders.trace, traceHandlers)
  add(api.orders.externalOrders, externalOrderHandlers)
  add(api.orders.bulk, bulkHandlers)
  add(api.orders.fulfillments, fulfillmentHandlers)
  add(api.orders.fulfillmentPapers, fulfillmentPaperHandlers)
  add(api.orders.waves, waveHandlers)
  add(api.orders.batches, batchHandlers)
  add(api.orders.picking, pickingHandlers)
  add(api.orders.pickConflicts, pickConflictHandlers)
  add(api.orders.fulfil, fulfilHandlers)
  add(api.orders.packing, { ...packingHandlers, ...sendBackHandlers })
  add(api.orders.packConflicts, packConflictHandlers)
  add(api.orders.shipping, shippingHandlers)
  add(api.orders.returns, returnHandlers)
  add(api.orders.returnPhotos, returnPhotoHandlers)
  add(api.orders.manifests, manifestHandlers)
  add(api.orders.papers, paperHandlers)
  add(api.orders.reports, orderReportHandlers)

  refuseOtherMethods(app, api)
  // Before the server waits for open connections, because a stream never ends.
  const contexts = () => [context, ...context.cells.ready().map((cell) => contextOf(context, cell))]
  app.addHook('preClose', async () => {
    await Promise.all(contexts().map(({ db }) => endStreams(db)))
  })
  app.addHook('onClose', async () => {
    await Promise.all(contexts().map(flushCalls))
  })

  app.get('/.well-known/jwks.json', () => publicKeys(context))
  answerHealth(app, context)
  await serveMetrics(app, registry, config)
  if (config.apiDocs) await publishApi(app, api, config.publicUrl, webhookBodies)
  await app.register(serveMailbox, { context })
  const dist = fileURLToPath(new URL('../../web/dist', import.meta.url))
  serveSitemap(app, config, dist)
  await serveWeb(app, config, dist)
  return app
}
