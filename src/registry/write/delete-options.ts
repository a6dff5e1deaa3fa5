import { badRequest, invalid } from '#meta/api-error.js'
import { DeleteOptions, type Preconditions } from '#meta/delete-options.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { ResourceName } from '#meta/resource.js'
import type { User } from '#meta/user.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import type { GroupConventions } from '#registry/group-conventions.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { excerpt } from '#util/excerpt.js'
import type { Query } from '#util/text/query.js'
import { unmarshalMessage } from './decoding/unmarshal-message.js'
import { PROPAGATION_POLICIES, type PropagationPolicy } from './deletion.js'
import { type AuditAnnotations, checkDryRun } from './write-options.js'

/** The options of a delete. */
export interface DeleteRequest {
  readonly uid: string | undefined
  readonly resourceVersion: string | undefined
  /** Undefined to let the object's finalizers or its kind decide. */
  readonly policy: PropagationPolicy | undefined
  /** The grace period in seconds; undefined to let the kind decide. */
  readonly gracePeriodSeconds: number | undefined
  readonly dryRun: boolean
  /** Whether the deletion passes no admission plugins; see `ObjectWrite`. */
  readonly isAdmitted?: boolean
  readonly user: User
  /** Collects warnings for the client; undefined if there is no client. */
  readonly warnings?: string[]
  /** Receives audit annotations; undefined if the request is not audited. */
  readonly auditAnnotations?: AuditAnnotations | undefined
  /** Notes what the write waits for; undefined for a write of the server. */
  readonly trace?: RequestTrace | undefined
}

/** The new state of another object, in the stored version, with the resource version that it replaces. */
export interface Replacement {
  readonly key: string
  readonly object: ApiObject
}

/**
 * Runs before a delete is stored: changes the object before it is marked or removed, and returns other objects that are
 * replaced in the same write. Throws an `ApiError` to reject the deletion. Called with each attempt; `now` is in milliseconds since 1970.
 */
export type BeforeDelete<V extends ApiObject> = (object: V, now: number) => readonly Replacement[]

const decode = decoderOf(DeleteOptions)
/** The option to delete objects that cannot be read. */
const UNSAFE = 'ignoreStoreReadErrorWithClusterBreakingPotential'
/** Errors of options name them as an object of this kind. */
const DELETE_OPTIONS: ResourceName = {
  group: 'meta.k8s.io',
  version: 'v1',
  plural: '',
  kind: 'DeleteOptions',
}

/** The messages for an invalid propagation policy, which differ by group. */
interface PolicyMessages {
  readonly bothPolicies: string
  rejectPolicy(policy: string, errors: FieldErrors): void
}

const LEGACY_MESSAGES: PolicyMessages = {
  bothPolicies: 'OrphanDependents and DeletionPropagation cannot be both set',
  rejectPolicy: (policy, errors) =>
    errors.invalid(
      'propagationPolicy',
      policy,
      'DeletionPropagation need to be one of "Foreground", "Background", "Orphan" or nil',
    ),
}

const CURRENT_MESSAGES: PolicyMessages = {
  bothPolicies: 'orphanDependents and deletionPropagation cannot be both set',
  rejectPolicy: (policy, errors) =>
    errors.notSupported('propagationPolicy', policy, [...PROPAGATION_POLICIES, 'nil']),
}

/** Reads the options of a delete from its body and its query. If both are given, they must agree. */
export function readDeleteOptions(
  body: unknown,
  query: Query,
  user: User,
  { legacyErrors }: Pick<GroupConventions, 'legacyErrors'> = { legacyErrors: false },
): DeleteRequest {
  const inBody = decodeOptions(body ?? {}, 'body')
  if (inBody.kind !== undefined && inBody.kind !== 'DeleteOptions') {
    throw badRequest(`${excerpt(inBody.kind)} cannot be handled as DeleteOptions`)
  }
  const inQuery = decodeOptions(queryOptions(query), 'query')
  const options = {
    gracePeriodSeconds: agreed('gracePeriodSeconds', inBody.gracePeriodSeconds, inQuery.gracePeriodSeconds),
    orphanDependents: agreed('orphanDependents', inBody.orphanDependents, inQuery.orphanDependents),
    propagationPolicy: agreed('propagationPolicy', inBody.propagationPolicy, inQuery.propagationPolicy),
    dryRun: [...new Set([...(inBody.dryRun ?? []), ...(inQuery.dryRun ?? [])])],
    preconditions: inBody.preconditions,
    [UNSAFE]: agreed(UNSAFE, inBody[UNSAFE], inQuery[UNSAFE]),
  }
  return {
    uid: inBody.preconditions?.uid,
    resourceVersion: inBody.preconditions?.resourceVersion,
    policy: checkedPolicy(options, legacyErrors ? LEGACY_MESSAGES : CURRENT_MESSAGES),
    gracePeriodSeconds: options.gracePeriodSeconds,
    dryRun: options.dryRun.length > 0,
    user,
  }
}

function decodeOptions(value: unknown, where: string): DeleteOptions {
  try {
    return decode(value)
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    throw badRequest(`the ${where} cannot be handled as DeleteOptions: ${unmarshalMessage(error)}`)
  }
}

function queryOptions(query: Query): Record<string, unknown> {
  const grace = query.get('gracePeriodSeconds')
  const orphan = query.get('orphanDependents')
  const dryRun = query.getAll('dryRun')
  return {
    gracePeriodSeconds: grace === null || !/^[+-]?\d{1,15}$/.test(grace) ? grace : Number(grace),
    orphanDependents: flag(orphan),
    [UNSAFE]: flag(query.get(UNSAFE)),
    propagationPolicy: query.get('propagationPolicy'),
    dryRun: dryRun.length === 0 ? null : dryRun,
  }
}

/** Present means true, unless the value says false. */
const flag = (text: string | null) => (text === null ? null : text !== '0' && text.toLowerCase() !== 'false')

function agreed<T>(name: string, inBody: T | undefined, inQuery: T | undefined): T | undefined {
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) {
    throw badRequest(
      `${name} is given as ${String(inBody)} in the body and as ${String(inQuery)} in the query`,
    )
  }
  return inBody ?? inQuery
}

interface AgreedOptions {
  readonly gracePeriodSeconds: number | undefined
  readonly orphanDependents: boolean | undefined
  readonly propagationPolicy: string | undefined
  readonly dryRun: readonly string[]
  readonly preconditions: Preconditions | undefined
  readonly [UNSAFE]: boolean | undefined
}

function checkedPolicy(options: AgreedOptions, messages: PolicyMessages): PropagationPolicy | undefined {
  const { orphanDependents, propagationPolicy } = options
  const errors = new FieldErrors()
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    errors.invalid('propagationPolicy', propagationPolicy, messages.bothPolicies)
  }
  const policy = PROPAGATION_POLICIES.find((known) => known === propagationPolicy)
  if (propagationPolicy !== undefined && policy === undefined) {
    messages.rejectPolicy(propagationPolicy, errors)
  }
  checkDryRun(options.dryRun, errors)
  if (options[UNSAFE]) mustBeAlone(options, errors)
  if (errors.all.length > 0) throw invalid(DELETE_OPTIONS, '', errors.all)
  if (orphanDependents !== undefined) return orphanDependents ? 'Orphan' : 'Background'
  return policy
}

const OTHERS = ['propagationPolicy', 'orphanDependents', 'gracePeriodSeconds', 'preconditions'] as const

function mustBeAlone(options: AgreedOptions, errors: FieldErrors): void {
  const reject = (other: string) => errors.invalid(UNSAFE, true, `cannot be set together with .${other}`)
  if (options.dryRun.length > 0) reject('dryRun')
  for (const name of OTHERS) if (options[name] !== undefined) reject(name)
}
