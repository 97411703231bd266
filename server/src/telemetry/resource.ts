import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'

/**
 * Returns the OpenTelemetry resource: `stowage`, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES`
 * override it.
 */
export const describeProcess = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'stowage' }))
    .merge(detectResources({ detectors: [envDetector] }))
