import { bytes, explicit, type Infer, int32, optional, required, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

const ServiceReference = struct(`${V1}.ServiceReference`, 'Service in front of a webhook.', () => ({
  namespace: required(1, string, 'Namespace of the service.'),
  name: required(2, string, 'Name of the service.'),
  path: explicit(3, string, "Path of the webhook's endpoint."),
  port: explicit(4, int32, 'Port of the service.', { default: 443 }),
}))

export const WebhookClientConfig = struct(
  `${V1}.WebhookClientConfig`,
  'How to reach a webhook: by URL or by service.',
  () => ({
    service: explicit(1, ServiceReference, 'Service in front of the webhook.'),
    caBundle: optional(2, bytes, "CA certificates, in PEM, that verify the webhook's certificate."),
    url: explicit(3, string, 'URL of the webhook: https://host:port/path.'),
  }),
)
export interface WebhookClientConfig extends Infer<typeof WebhookClientConfig> {}
