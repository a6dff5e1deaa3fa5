import type { Decision } from '#http/request/request-context.js'
import type { ResourceAttributes } from '#http/request/resource-path.js'
import type { Status } from '#meta/status.js'
import type { User } from '#meta/user.js'
import type { AuditEvent, AuditUser, ObjectReference } from './audit-event.js'

/** `JSON.stringify` omits undefined. */
const unlessEmpty = (text: string | undefined) => text || undefined

export function auditUser({ name, uid, groups, extra }: User): AuditUser {
  return {
    username: unlessEmpty(name),
    uid: unlessEmpty(uid),
    groups: groups.length > 0 ? groups : undefined,
    extra: Object.keys(extra).length > 0 ? extra : undefined,
  }
}

/** The identity of the object in the metadata of a request body. */
export interface ObjectIdentity {
  readonly namespace: string
  readonly name: string
  readonly uid: string
  readonly resourceVersion: string
}

/** Undefined for a body without metadata. */
export function identityOf(body: unknown): ObjectIdentity | undefined {
  const { metadata } = (body ?? {}) as { readonly metadata?: unknown }
  if (typeof metadata !== 'object' || metadata === null) return undefined
  const { namespace, name, uid, resourceVersion } = metadata as Readonly<Record<string, unknown>>
  return {
    namespace: stringOf(namespace),
    name: stringOf(name),
    uid: stringOf(uid),
    resourceVersion: stringOf(resourceVersion),
  }
}

const stringOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** The path takes precedence over the body. */
export function objectReference(
  { plural, namespace, name, group, version, subresource }: ResourceAttributes,
  identity: ObjectIdentity | undefined,
): ObjectReference {
  return {
    resource: plural,
    namespace: unlessEmpty(namespace || identity?.namespace),
    name: unlessEmpty(name || identity?.name),
    uid: unlessEmpty(identity?.uid),
    apiGroup: unlessEmpty(group),
    apiVersion: unlessEmpty(version),
    resourceVersion: unlessEmpty(identity?.resourceVersion),
    subresource: unlessEmpty(subresource),
  }
}

/** A Status without its metadata; for other responses only the code. */
export function responseStatus(code: number, status: Partial<Status> | undefined): Partial<Status> {
  return {
    metadata: {},
    status: status?.status || undefined,
    message: unlessEmpty(status?.message),
    reason: status?.reason || undefined,
    details: status?.details,
    code,
  } as Partial<Status>
}

/** Undefined if there are none. The server's annotations take precedence over those of admission. */
export function annotationsOf(
  decision: Decision | undefined,
  isTruncated: boolean,
  added: ReadonlyMap<string, string> | undefined,
): AuditEvent['annotations'] {
  if (decision === undefined && !isTruncated && added === undefined) return undefined
  const own: Record<string, string> = {}
  if (isTruncated) own['audit.k8s.io/truncated'] = 'true'
  if (decision !== undefined && !decision.allowed && decision.error !== undefined) {
    own['authorization.k8s.io/reason'] = 'internal error'
  } else if (decision !== undefined) {
    own['authorization.k8s.io/decision'] = decision.allowed ? 'allow' : 'forbid'
    own['authorization.k8s.io/reason'] = decision.reason
  }
  return added === undefined ? own : { ...own, ...Object.fromEntries(added), ...own }
}
