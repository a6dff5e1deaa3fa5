import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { urlParts } from '#util/text/url-parts.js'

/** How to reach a webhook: the part that all kinds of webhooks share. */
interface ClientConfig {
  readonly url?: string | undefined
  readonly service?: Service | undefined
}

interface Service {
  readonly namespace: string
  readonly name: string
  readonly path?: string | undefined
  readonly port?: number | undefined
}

const FORM = '; desired format: https://host[/path]'
const HIGHEST_PORT = 65_535

export function validateClientConfig({ url, service }: Readonly<ClientConfig>, errors: FieldErrors): void {
  if ((url === undefined) === (service === undefined)) {
    errors.required('', 'exactly one of url or service is required')
  } else if (url !== undefined) validateUrl(url, errors)
  else errors.field('service', service, validateService)
}

function validateUrl(url: string, errors: FieldErrors): void {
  const parts = urlParts(url)
  if ('error' in parts) {
    errors.required('url', `url must be a valid URL: ${parts.error}${FORM}`)
    return
  }
  const { scheme, user, host, fragment, query } = parts
  if (scheme !== 'https') errors.invalid('url', scheme, `'https' is the only allowed URL scheme${FORM}`)
  if (host === '') errors.invalid('url', host, `host must be specified${FORM}`)
  if (user !== undefined) errors.invalid('url', user, 'user information is not permitted in the URL')
  if (fragment !== '') errors.invalid('url', fragment, 'fragments are not permitted in the URL')
  if (query !== '') errors.invalid('url', query, 'query parameters are not permitted in the URL')
}

function validateService({ name, namespace, path, port = 0 }: Service, errors: FieldErrors): void {
  // Kubernetes has exchanged the two, and clients know its messages.
  if (namespace === '') errors.required('name', 'service name is required')
  if (name === '') errors.required('namespace', 'service namespace is required')
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
