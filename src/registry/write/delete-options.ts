import { badRequest, invalid } from '#meta/api-error.js'
import type { ApiObject } from '#meta/api-object.js'
import { DeleteOptions } from '#meta/delete-options.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ResourceName } from '#meta/resource.js'
import type { User } from '#meta/user.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { excerpt } from '#util/excerpt.js'
import type { Query } from '#util/query.js'
import type { AuditAnnotations } from './audit-annotations.js'
import { unmarshalMessage } from './decoding/unmarshal-message.js'
import { PROPAGATION_POLICIES, type PropagationPolicy } from './deletion.js'
import { checkDryRun } from './write-options.js'

/** In which words options are rejected; see the conventions of groups. */
export interface DeleteWords {
  readonly legacyWords: boolean
}

/** What a delete is asked to do. */
export interface DeleteRequest {
  readonly uid: string | undefined
  readonly resourceVersion: string | undefined
  /** Undefined to let the object's finalizers or its kind decide. */
  readonly policy: PropagationPolicy | undefined
  /** Seconds for which the object is to be kept; undefined to let the kind decide. */
  readonly gracePeriodSeconds: number | undefined
  readonly dryRun: boolean
  /** Whether the deletion passes no admission plugins; see `ObjectWrite`. */
  readonly isAdmitted?: boolean
  readonly user: User
  /** What the client is warned of is added here; undefined when no client waits for it. */
  readonly warnings?: string[]
  /** Takes what is noted of the request where requests are recorded; undefined where this one is not. */
  readonly notes?: AuditAnnotations | undefined
}

/** Another object, by its key, as it is to be: in its stored form, with the resource version of the object that it replaces. */
export interface Replacement {
  readonly key: string
  readonly object: ApiObject
}

/**
 * What goes with a deletion, in one write: changes the object as it is, before it is marked or removed, and returns what else is
 * replaced. Throws an `ApiError` to reject the deletion. Is called with each attempt; `now` is in milliseconds since 1970.
 */
export type DeletionCompany<V extends ApiObject> = (object: V, now: number) => readonly Replacement[]

const decode = decoderOf(DeleteOptions)
/** Errors of options name them as an object of this kind. */
const DELETE_OPTIONS: ResourceName = {
  group: 'meta.k8s.io',
  version: 'v1',
  plural: '',
  kind: 'DeleteOptions',
}

/** How errors of options are put, which differs from group to group. */
interface DeletionWords {
  readonly bothPolicies: string
  rejectPolicy(policy: string, errors: FieldErrors): void
}

const LEGACY_WORDS: DeletionWords = {
  bothPolicies: 'OrphanDependents and DeletionPropagation cannot be both set',
  rejectPolicy: (policy, errors) =>
    errors.invalid(
      'propagationPolicy',
      policy,
      'DeletionPropagation need to be one of "Foreground", "Background", "Orphan" or nil',
    ),
}

const TODAYS_WORDS: DeletionWords = {
  bothPolicies: 'orphanDependents and deletionPropagation cannot be both set',
  rejectPolicy: (policy, errors) =>
    errors.notSupported('propagationPolicy', policy, [...PROPAGATION_POLICIES, 'nil']),
}

/** The options of a delete, in its body, in its query or in both. Said twice they must say the same. */
export function readDeleteOptions(
  body: unknown,
  query: Query,
  user: User,
  { legacyWords }: Pick<DeleteWords, 'legacyWords'> = { legacyWords: false },
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
  }
  return {
    uid: inBody.preconditions?.uid,
    resourceVersion: inBody.preconditions?.resourceVersion,
    policy: checkedPolicy(options, legacyWords ? LEGACY_WORDS : TODAYS_WORDS),
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
    orphanDependents: orphan === null ? null : orphan !== '0' && orphan.toLowerCase() !== 'false',
    propagationPolicy: query.get('propagationPolicy'),
    dryRun: dryRun.length === 0 ? null : dryRun,
  }
}

function agreed<T>(name: string, inBody: T | undefined, inQuery: T | undefined): T | undefined {
  if (inBody !== undefined && inQuery !== undefined && inBody !== inQuery) {
    throw badRequest(
      `${name} is given as ${String(inBody)} in the body and as ${String(inQuery)} in the query`,
    )
  }
  return inBody ?? inQuery
}

function checkedPolicy(
  options: {
    orphanDependents: boolean | undefined
    propagationPolicy: string | undefined
    dryRun: readonly string[]
  },
  words: DeletionWords,
): PropagationPolicy | undefined {
  const { orphanDependents, propagationPolicy } = options
  const errors = new FieldErrors()
  if (orphanDependents !== undefined && propagationPolicy !== undefined) {
    errors.invalid('propagationPolicy', propagationPolicy, words.bothPolicies)
  }
  const policy = PROPAGATION_POLICIES.find((known) => known === propagationPolicy)
  if (propagationPolicy !== undefined && policy === undefined) {
    words.rejectPolicy(propagationPolicy, errors)
  }
  checkDryRun(options.dryRun, errors)
  if (errors.all.length > 0) throw invalid(DELETE_OPTIONS, '', errors.all)
  if (orphanDependents !== undefined) return orphanDependents ? 'Orphan' : 'Background'
  return policy
}
