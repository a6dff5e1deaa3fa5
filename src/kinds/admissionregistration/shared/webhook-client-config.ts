import { bytes, explicit, type Infer, int32, optional, required, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

export const ServiceReference = struct(
  `${V1}.ServiceReference`,
  'A service that a webhook listens at.',
  () => ({
    namespace: required(1, string, 'Namespace of the service.'),
    name: required(2, string, 'Name of the service.'),
    path: explicit(3, string, 'Path that requests are sent to.'),
    port: explicit(4, int32, 'Port of the service.', { default: 443 }),
  }),
)
export interface ServiceReference extends Infer<typeof ServiceReference> {}

export const WebhookClientConfig = struct(
  `${V1}.WebhookClientConfig`,
  'Where a webhook is, by a URL or by a service.',
  () => ({
    service: explicit(1, ServiceReference, 'Service that the webhook listens at.'),
    caBundle: optional(2, bytes, 'Certificates in PEM that the certificate of the webhook is checked with.'),
    url: explicit(3, string, 'Address of the webhook: https://host:port/path.'),
  }),
)
export interface WebhookClientConfig extends Infer<typeof WebhookClientConfig> {}
