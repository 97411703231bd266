import { createRequire } from 'node:module'
import path from 'node:path'
import fastifyStatic from '@fastify/static'
import { errors, type ErrorCode } from '@stowage/contract/errors'
import { problem } from '@stowage/contract/problem'
import { file, type Route } from '@stowage/contract/route'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { finishedReply } from './reply.ts'

type Api = Record<string, Record<string, Record<string, Route>>>
/** Returns the body that a webhook gets with each type of event. */
type WebhookBodies = () => ReadonlyMap<string, z.ZodType>

/** Errors of every route. */
const everywhere: readonly ErrorCode[] = ['validation_failed', 'rate_limited', 'unavailable']
const signedIn: readonly ErrorCode[] = ['unauthorized']

/** Returns an OpenAPI 3.1 document made from the contract's schemas. */
function describeApi(api: Api, serverUrl: string, webhooks: WebhookBodies) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [group, nouns] of Object.entries(api))
    for (const [noun, routes] of Object.entries(nouns))
      for (const [name, route] of Object.entries(routes)) {
        const at = route.path.replace(/:(\w+)/g, '{$1}')
        paths[at] = {
          ...paths[at],
          [route.method.toLowerCase()]: operation(`${group}.${noun}.${name}`, noun, route),
        }
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Stowage', version: '1', description: 'Warehouse management.' },
    servers: [{ url: `${serverUrl}/api/v1` }],
    paths,
    webhooks: Object.fromEntries(
      [...webhooks()].map(([type, body]) => [type, describeEvent(type, body)]),
    ),
    components: {
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The access token of a session. Under /tenant/{slug} also an API key.',
        },
      },
      schemas: { Problem: schemaOf(problem, 'output') },
    },
  }
}

/** A request of a webhook with one type of event. */
const describeEvent = (type: string, body: z.ZodType) => ({
  post: {
    operationId: `event.${type}`,
    tags: ['webhooks'],
    requestBody: {
      content: {
        'application/json': {
          schema: schemaOf(body, 'output'),
        },
      },
    },
    responses: { '2XX': { description: 'Received' } },
  },
})

function operation(operationId: string, tag: string, route: Route) {
  const hasBody = Object.keys(propertiesOf(route.body)).length > 0
  return {
    operationId,
    tags: [tag],
    summary: route.summary,
    ...(route.allow !== 'public' && { security: [{ bearer: [] }] }),
    ...describeRights(route),
    parameters: [...pathParameters(route), ...queryParameters(route), ...headerParameters(route)],
    ...(route.csv && {
      requestBody: { required: true, content: { 'text/csv': { schema: { type: 'string' } } } },
    }),
    ...(hasBody && {
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(route.body, 'input') } },
      },
    }),
    responses: { ...success(route), ...refusals(route) },
  }
}

function describeRights({ allow, conditionalRights }: Route) {
  if (allow === 'public' || allow === 'operator') return {}
  const needed =
    allow === 'member'
      ? 'Needs a signed-in member. Refuses API keys.'
      : `Needs the right \`${allow}\`.`
  const others = conditionalRights.map(
    ({ permission, when }) => `Also needs \`${permission}\` when ${when}.`,
  )
  return { description: [needed, ...others].join('\n\n') }
}

const success = (route: Route) =>
  route.status === 303
    ? { 303: { description: 'Redirect', headers: { Location: { schema: { type: 'string' } } } } }
    : {
        [route.status]: { description: 'Success', content: contentOf(route) },
        ...(route.accepted && {
          202: {
            description: 'Accepted: the work goes on after this answer.',
            content: { 'application/json': { schema: schemaOf(route.accepted, 'output') } },
          },
        }),
      }

function contentOf(route: Route) {
  if (route.reply === file) return { '*/*': { schema: { type: 'string', format: 'binary' } } }
  const { format } = propertiesOf(route.query) as { format?: { enum?: readonly string[] } }
  return {
    'application/json': { schema: schemaOf(finishedReply(route), 'output') },
    ...(format?.enum?.includes('csv') && { 'text/csv': { schema: { type: 'string' } } }),
  }
}

/** Returns the errors that follow from who may call a route and what it takes. */
function impliedErrors(route: Route): ErrorCode[] {
  // Members' own routes refuse API keys.
  const isOfTenant = !['public', 'operator'].includes(route.allow)
  const fields = propertiesOf(route.body)
  const isVersioned = 'version' in fields
  const isUpload = route.upload !== undefined || route.csv
  const hasBody = isUpload || Object.keys(fields).length > 0
  const implied = {
    not_found: route.path.includes(':'),
    malformed_json: hasBody,
    payload_too_large: hasBody,
    unsupported_media_type: hasBody,
    version_conflict: isVersioned,
    // A verb for a version is a step from one state to another.
    invalid_transition: isVersioned && route.method === 'POST',
    idempotency_conflict: route.idempotent,
    invalid_api_key: isOfTenant,
    permission_denied: isOfTenant || route.conditionalRights.length > 0,
    reauthentication_required: route.stepUp,
    image_invalid: route.upload !== undefined,
    unprintable: 'unprintable' in fields || 'unprintable' in propertiesOf(route.query),
  }
  return (Object.keys(implied) as (keyof typeof implied)[]).filter((code) => implied[code])
}

/** Returns the codes a route can refuse with: its own, those that follow from its declaration, and those of every route. */
export const errorsOf = (route: Route): ReadonlySet<ErrorCode> =>
  new Set([
    ...route.errors,
    ...impliedErrors(route),
    ...everywhere,
    ...(route.allow === 'public' ? [] : signedIn),
  ])

function refusals(route: Route) {
  const byStatus = Object.groupBy(errorsOf(route), (code) => errors[code].status)
  return Object.fromEntries(
    Object.entries(byStatus).map(([status, list = []]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${errors[code].message}`).join('\n\n'),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

const pathParameters = (route: Route) =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(name.endsWith('Id') && { format: 'uuid' }) },
  }))

function queryParameters(route: Route) {
  const required = new Set(requiredOf(route.query))
  return Object.entries(propertiesOf(route.query)).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.has(name),
    schema,
  }))
}

const headerParameters = (route: Route) =>
  route.idempotent
    ? [
        {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'The same request with the same key within a day gets the first answer again.',
          schema: { type: 'string', minLength: 8, maxLength: 200 },
        },
      ]
    : []

type ObjectSchema = {
  properties?: Record<string, unknown>
  required?: string[]
  /** Of a body that may have one of several shapes, such as the steps of a sign-in. */
  anyOf?: readonly ObjectSchema[]
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return rest
}
const propertiesOf = (schema: z.ZodType): Record<string, unknown> => {
  const { properties, anyOf = [] } = schemaOf(schema, 'input') as ObjectSchema
  return Object.assign({}, ...anyOf.map((shape) => shape.properties), properties)
}
const requiredOf = (schema: z.ZodType) => (schemaOf(schema, 'input') as ObjectSchema).required ?? []

const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; frame-ancestors 'none'"

const docsPage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference - Stowage</title>
<link rel="icon" href="/favicon.svg">
<link rel="stylesheet" href="/api/docs/swagger-ui.css">
<script src="/api/docs/swagger-ui-bundle.js" defer></script>
<script src="/api/docs/start.js" defer></script>
</head>
<body><main id="reference"></main></body>
</html>
`

const docsScript = `addEventListener('DOMContentLoaded', () => {
  SwaggerUIBundle({ url: '/api/v1/openapi.json', dom_id: '#reference', deepLinking: true })
})
`

/** Serves the document at /api/v1/openapi.json and a page to try it at /api/docs. */
export async function publishApi(
  app: FastifyInstance,
  api: Api,
  serverUrl: string,
  webhooks: WebhookBodies,
) {
  // Nearly 1 MB, built on the first request.
  let document: string | undefined
  app.get('/api/v1/openapi.json', (_request, reply) =>
    reply
      .type('application/json')
      .send((document ??= JSON.stringify(describeApi(api, serverUrl, webhooks)))),
  )

  const root = path.dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', docsPolicy)
    })
    await docs.register(fastifyStatic, { root, serve: false })
    docs.get('/api/docs', (_request, reply) => reply.type('text/html').send(docsPage))
    docs.get('/api/docs/start.js', (_request, reply) =>
      reply.type('text/javascript').send(docsScript),
    )
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js'])
      docs.get(`/api/docs/${file}`, (_request, reply) => reply.sendFile(file))
  })
}
