import type { ResourceAttributes } from '#http/request/resource-path.js'
import type { Status } from '#meta/status.js'

/**
 * Resources whose bodies hold secrets. They are never written to a log, whatever a policy says: who can read the log would
 * have them all.
 */
export function isConfidential(resource: ResourceAttributes | undefined): boolean {
  if (resource === undefined) return false
  const { group, plural, subresource } = resource
  if (group === '') return plural === 'secrets' || (plural === 'serviceaccounts' && subresource === 'token')
  return group === 'authentication.k8s.io' && plural === 'tokenreviews'
}

/** Bodies that hold secrets wherever they are sent, by mistake or not. A list may hold anything. */
const CONFIDENTIAL_KINDS: ReadonlySet<unknown> = new Set([
  'Secret',
  'SecretList',
  'TokenReview',
  'TokenRequest',
  'List',
])

/** `kind` is the kind of object that the body has to be, if it is one. */
export function isConfidentialBody(body: unknown, kind: string | undefined): boolean {
  const given = (body as { readonly kind?: unknown } | null | undefined)?.kind
  if (given === undefined) return false
  return CONFIDENTIAL_KINDS.has(given) || (kind !== undefined && given !== kind)
}

/** An error may quote the body. That of a confidential body is replaced. */
export function redactedStatus(status: Status): Status {
  if (status.code !== 400 && status.code !== 422) return status
  const { name, group, kind, uid } = status.details ?? {}
  return {
    ...status,
    message: 'the body was rejected',
    details: status.details && { name, group, kind, uid },
  }
}
