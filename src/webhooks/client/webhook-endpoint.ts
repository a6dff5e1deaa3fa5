import { X509Certificate } from 'node:crypto'
import type { ServiceResolver } from './service-resolver.js'

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
  /** Without the query. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly path: string
  readonly serverName: string
  /** PEM; undefined for the system's CAs. */
  readonly ca: string | undefined
}

/** The `clientConfig` is invalid. */
export class WebhookUnusable extends Error {
  override readonly name = 'WebhookUnusable'
}

const HTTPS_PORT = 443

/** Throws `WebhookUnusable`. */
export function webhookEndpoint(config: ClientConfig, services: ServiceResolver): WebhookEndpoint {
  const ca = authoritiesOf(config.caBundle)
  const { service } = config
  if (service !== undefined) return serviceEndpoint(service, services, ca)
  let url: URL
  try {
    url = new URL(config.url ?? '')
  } catch {
    throw new WebhookUnusable(`${JSON.stringify(config.url ?? '')} is not a URL`)
  }
  if (url.protocol !== 'https:') throw new WebhookUnusable('webhooks must use https')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return {
    url: `https://${url.host}${url.pathname}`,
    host,
    port: Number(url.port || HTTPS_PORT),
    path: url.pathname,
    serverName: host,
    ca,
  }
}

/** Service certificates are for their cluster DNS names. */
function serviceEndpoint(
  { namespace, name, path = '', port = HTTPS_PORT }: ServiceReference,
  services: ServiceResolver,
  ca: string | undefined,
): WebhookEndpoint {
  const address = services.resolve(namespace, name)
  const serverName = `${name}.${namespace}.svc`
  const absolute = path.startsWith('/') ? path : `/${path}`
  const url = `https://${serverName}:${port}${absolute}`
  if (address === undefined) {
    throw new WebhookUnusable(
      `Post "${url}": the service "${namespace}/${name}" has no address on this server: ` +
        `start the server with --service-resolver ${namespace}/${name}=host:port, or use a url`,
    )
  }
  return { url, ...address, path: absolute, serverName, ca }
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
