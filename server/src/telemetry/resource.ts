import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'

/** What sends: `stowage`, unless `OTEL_SERVICE_NAME` or `OTEL_RESOURCE_ATTRIBUTES` say otherwise. */
export const describeProcess = () =>
  defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'stowage' }))
    .merge(detectResources({ detectors: [envDetector] }))
