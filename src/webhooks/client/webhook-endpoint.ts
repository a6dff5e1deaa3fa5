import { X509Certificate } from 'node:crypto'
import { AddressRules, type DialRules } from '#util/net/address-rules.js'
import type { Random } from '#util/random.js'
import type { ServiceAddress } from './configured-services.js'
import { type ServiceResolver, ServiceUnreachable } from './service-resolver.js'

/** A `clientConfig` of a webhook. */
export interface ClientConfig {
  readonly url?: string | undefined
  readonly service?: ServiceReference | undefined
  /** PEM certificates in base64. */
  readonly caBundle?: string | undefined
}

export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly path?: string | undefined
  readonly port?: number | undefined
}

/** Where to connect, and the name that the certificate must have. */
export interface WebhookEndpoint {
  readonly url: string
  readonly host: string
  readonly port: number
  /** With the query. */
  readonly path: string
  /** The addresses that may be dialled, once their names are resolved. */
  readonly rules: DialRules
  readonly serverName: string
  /** PEM; undefined for the system's CAs. */
  readonly ca: string | undefined
}

/** The `clientConfig` is invalid. */
export class WebhookUnusable extends Error {
  override readonly name = 'WebhookUnusable'
}

const HTTPS_PORT = 443
/** Whoever may register a webhook chooses the address of a `url`. */
const URL_RULES = new AddressRules()

/** Throws `WebhookUnusable`. */
export function webhookEndpoint(
  config: ClientConfig,
  timeoutSeconds: number,
  services: ServiceResolver,
  random: Random,
): WebhookEndpoint {
  const ca = authoritiesOf(config.caBundle)
  const query = `?timeout=${timeoutSeconds}s`
  const { service } = config
  if (service !== undefined) return { ...serviceEndpoint(service, query, services, random), ca }
  let url: URL
  try {
    url = new URL(config.url ?? '')
  } catch {
    throw new WebhookUnusable(`${JSON.stringify(config.url ?? '')} is not a URL`)
  }
  if (url.protocol !== 'https:') throw new WebhookUnusable('webhooks must use https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const path = url.pathname + query
  return {
    ...{ host, path, ca },
    url: `https://${url.host}${path}`,
    port: Number(url.port || HTTPS_PORT),
    rules: URL_RULES,
    serverName: host,
  }
}

/** Service certificates are for their cluster DNS names. */
function serviceEndpoint(
  { namespace, name, path = '', port = HTTPS_PORT }: ServiceReference,
  query: string,
  services: ServiceResolver,
  random: Random,
): Omit<WebhookEndpoint, 'ca'> {
  const serverName = `${name}.${namespace}.svc`
  const absolute = (path.startsWith('/') ? path : `/${path}`) + query
  const url = `https://${serverName}:${port}${absolute}`
  try {
    const { addresses, rules } = services.resolve({ namespace, name, port })
    const address = addresses[random.int(addresses.length, `service ${namespace}/${name}`)] as ServiceAddress
    return { url, ...address, path: absolute, rules, serverName }
  } catch (error) {
    if (!(error instanceof ServiceUnreachable)) throw error
    throw new WebhookUnusable(`Post "${url}": ${error.message}`)
  }
}

function authoritiesOf(caBundle: string | undefined): string | undefined {
  if (caBundle === undefined || caBundle === '') return undefined
  const pem = Buffer.from(caBundle, 'base64').toString()
  try {
    new X509Certificate(pem)
  } catch {
    throw new WebhookUnusable('unable to load root certificates: the caBundle holds no certificate in PEM')
  }
  return pem
}
