import { X509Certificate } from 'node:crypto'
import type { ServiceResolver } from './service-resolver.js'

/** How a webhook is reached, as configurations and definitions say it. */
export interface ClientConfig {
  readonly url?: string | undefined
  readonly service?: ServiceReference | undefined
  /** Certificates in PEM, as base64. */
  readonly caBundle?: string | undefined
}

export interface ServiceReference {
  readonly namespace: string
  readonly name: string
  readonly path?: string | undefined
  readonly port?: number | undefined
}

/** Where a webhook is dialled, and whom the certificate of it has to name. */
export interface WebhookEndpoint {
  /** Without the query. */
  readonly url: string
  readonly host: string
  readonly port: number
  readonly path: string
  readonly serverName: string
  /** In PEM; undefined for the authorities that the system trusts. */
  readonly ca: string | undefined
}

/** A webhook is not to be reached as it is configured. */
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
    throw new WebhookUnusable(`${JSON.stringify(config.url ?? '')} is no URL`)
  }
  if (url.protocol !== 'https:') throw new WebhookUnusable('webhooks are called over https only')
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

/** Services have certificates of the names under which a cluster would know them. */
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
