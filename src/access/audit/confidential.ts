import type { ResourceAttributes } from '#http/request/resource-path.js'
import type { Status } from '#meta/status.js'

/**
 * Resources whose bodies hold secrets. They are never logged, whatever the policy says: readers of the log would see
 * all secrets.
 */
export function isConfidential(resource: ResourceAttributes | undefined): boolean {
  if (resource === undefined) return false
  const { group, plural, subresource } = resource
  if (group === '') return plural === 'secrets' || (plural === 'serviceaccounts' && subresource === 'token')
  return group === 'authentication.k8s.io' && plural === 'tokenreviews'
}

/** Kinds whose bodies hold secrets, even if sent to a wrong path. A list may contain anything. */
const CONFIDENTIAL_KINDS: ReadonlySet<unknown> = new Set([
  'Secret',
  'SecretList',
  'TokenReview',
  'TokenRequest',
  'List',
])

/** `kind` is the expected kind of the body. */
export function isConfidentialBody(body: unknown, kind: string | undefined): boolean {
  const given = (body as { readonly kind?: unknown } | null | undefined)?.kind
  if (given === undefined) return false
  return CONFIDENTIAL_KINDS.has(given) || (kind !== undefined && given !== kind)
}

/** Errors may quote the body, so the message is replaced. */
export function redactedStatus(status: Status): Status {
  if (status.code !== 400 && status.code !== 422) return status
  const { name, group, kind, uid } = status.details ?? {}
  return {
    ...status,
    message: 'the body was rejected',
    details: status.details && { name, group, kind, uid },
  }
}
