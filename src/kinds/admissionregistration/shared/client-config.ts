import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { bytes, explicit, type Infer, int32, optional, required, string, struct } from '#schema/type.js'

const V1 = 'io.k8s.api.admissionregistration.v1'

const ServiceReference = struct(`${V1}.ServiceReference`, 'Service in front of a webhook.', () => ({
  namespace: required(1, string, 'Namespace of the service.'),
  name: required(2, string, 'Name of the service.'),
  path: explicit(3, string, "Path of the webhook's endpoint."),
  port: explicit(4, int32, 'Port of the service.', { default: 443 }),
}))
interface ServiceReference extends Infer<typeof ServiceReference> {}

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

const FORM = '; desired format: https://host[/path]'
const HIGHEST_PORT = 65_535

/** The rules on a webhook's client config, which all kinds of webhooks share. */
export function validateClientConfig(config: WebhookClientConfig, errors: FieldErrors): void {
  const { url, service } = config
  if ((url === undefined) === (service === undefined)) {
    errors.required('', 'exactly one of url or service is required')
  } else if (url !== undefined) validateUrl(url, errors)
  else errors.field('service', service, validateService)
}

/** The parts of a URL as written, before normalization. */
const PARTS =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^@/?#]*)@)?([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s

function validateUrl(url: string, errors: FieldErrors): void {
  const [, scheme = '', user, host = '', , query = '', fragment = ''] = PARTS.exec(url) ?? []
  if (scheme.toLowerCase() !== 'https') {
    errors.invalid('url', scheme, `'https' is the only allowed URL scheme${FORM}`)
  }
  if (host === '') errors.invalid('url', host, `host must be specified${FORM}`)
  else if (scheme.toLowerCase() === 'https' && !URL.canParse(url)) {
    errors.required('url', `url must be a valid URL: parse ${JSON.stringify(url)}: invalid host${FORM}`)
  }
  if (user !== undefined) errors.invalid('url', user, 'user information is not permitted in the URL')
  if (fragment !== '') errors.invalid('url', fragment, 'fragments are not permitted in the URL')
  if (query !== '') errors.invalid('url', query, 'query parameters are not permitted in the URL')
}

function validateService({ name, namespace, path, port = 0 }: ServiceReference, errors: FieldErrors): void {
  if (name === '') errors.required('name', 'service name is required')
  if (namespace === '') errors.required('namespace', 'service namespace is required')
  if (port < 1 || port > HIGHEST_PORT) {
    errors.invalid('port', port, `port is not valid: must be between 1 and ${HIGHEST_PORT}, inclusive`)
  }
  if (path !== undefined && path !== '' && path !== '/') validatePath(path, errors)
}

function validatePath(path: string, errors: FieldErrors): void {
  if (path === '//') {
    errors.invalid('path', path, 'segment[0] may not be empty')
    return
  }
  if (!path.startsWith('/')) errors.invalid('path', path, "must start with a '/'")
  const segments = path.slice(1).replace(/\/$/, '').split('/')
  for (const [index, segment] of segments.entries()) {
    if (errors.isFull) return
    if (segment === '') errors.invalid('path', path, `segment[${index}] may not be empty`)
    else {
      for (const message of rfc1123Subdomain(segment)) {
        errors.invalid('path', path, `segment[${index}]: ${message}`)
      }
    }
  }
}
