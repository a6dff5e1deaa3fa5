import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { SERVER, type User } from '#meta/user.js'
import type { RequestTrace } from '#observe/trace/request-trace.js'
import { validateManager } from '#registry/metadata/manager-rules.js'
import type { Query } from '#util/text/query.js'
import type { FieldCheck } from './field-check.js'

/** How unknown and duplicate fields are handled. */
export const FIELD_VALIDATIONS = ['Ignore', 'Warn', 'Strict'] as const
export type FieldValidation = (typeof FIELD_VALIDATIONS)[number]
/** In the order of the error message. */
const KNOWN_VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn']

/** The options of a write, and its user. */
export interface WriteOptions {
  readonly user: User
  /** The other rights of the user; undefined without authorization. */
  readonly rights?: Rights | undefined
  /** Do everything but store. */
  readonly dryRun: boolean
  /** The owner of the changed fields. Undefined for the server's own objects, whose fields have no owner. */
  readonly manager?: string | undefined
  /** The options of the request itself; undefined for a write of the server. */
  readonly asked?: Pick<WriteQuery, 'manager' | 'namedValidation'> | undefined
  /** The subresource that the write comes through; undefined for the object itself. */
  readonly subresource?: string | undefined
  /** Collects warnings for the client; undefined if there is no client. */
  readonly warnings?: string[]
  /** Receives audit annotations; undefined if the request is not audited. */
  readonly auditAnnotations?: AuditAnnotations | undefined
  /** Notes what the write waits for; undefined for a write of the server. */
  readonly trace?: RequestTrace | undefined
  /** Undefined if unknown fields are ignored. */
  readonly fields?: FieldCheck | undefined
}

/** A write of the server itself. */
export const SERVER_WRITE: WriteOptions = { dryRun: false, user: SERVER }

/** The query options of a write. */
export interface WriteQuery {
  readonly dryRun: boolean
  readonly fieldValidation: FieldValidation
  /** The same as given in the query; empty if absent. */
  readonly namedValidation: FieldValidation | ''
  /** Empty if the query names no field manager. */
  readonly manager: string
  /** Whether an apply takes fields from other owners. */
  readonly force: boolean
}

const PLAIN = { dryRun: false, namedValidation: '', manager: '', force: false } as const

const PLAIN_QUERIES: Readonly<Record<FieldValidation, WriteQuery>> = {
  Ignore: { ...PLAIN, fieldValidation: 'Ignore' },
  Warn: { ...PLAIN, fieldValidation: 'Warn' },
  Strict: { ...PLAIN, fieldValidation: 'Strict' },
}

/** The writes whose query options differ. */
export type WriteOptionsKind = 'create' | 'update' | 'patch' | 'apply'

/** Errors of options name them as an object of such a kind. */
const OPTIONS_KINDS: Readonly<Record<WriteOptionsKind, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
  apply: 'PatchOptions',
}

/** `usual` is the default field validation. */
export function readWriteQuery(
  query: Query,
  write: WriteOptionsKind,
  usual: FieldValidation = 'Ignore',
): WriteQuery {
  const dryRun = query.getAll('dryRun')
  const asked = query.get('fieldValidation') ?? ''
  const manager = query.get('fieldManager') ?? ''
  const force = write === 'patch' || write === 'apply' ? query.get('force') : null
  if (dryRun.length === 0 && asked === '' && manager === '' && force === null && write !== 'apply') {
    return PLAIN_QUERIES[usual]
  }
  const errors = new FieldErrors()
  if (write === 'patch' && force !== null) {
    errors.forbidden('force', 'may not be specified for non-apply patch')
  }
  if (write === 'apply' && manager === '') errors.required('fieldManager', 'is required for apply patch')
  validateManager('fieldManager', manager, errors)
  checkDryRun(dryRun, errors)
  const fieldValidation = asked === '' ? usual : FIELD_VALIDATIONS.find((known) => known === asked)
  if (fieldValidation === undefined) errors.notSupported('fieldValidation', asked, KNOWN_VALIDATIONS)
  if (errors.all.length > 0) {
    const options = { group: 'meta.k8s.io', version: 'v1', plural: '', kind: OPTIONS_KINDS[write] }
    throw invalid(options, '', errors.all)
  }
  const isForced = force !== null && force !== '0' && force.toLowerCase() !== 'false'
  return {
    dryRun: dryRun.length > 0,
    fieldValidation: fieldValidation ?? usual,
    namedValidation: asked === '' ? '' : (fieldValidation ?? ''),
    manager,
    force: isForced,
  }
}

/** `All` is the only value of `dryRun`. */
export function checkDryRun(values: readonly string[], errors: FieldErrors): void {
  for (const value of values) {
    if (value !== 'All') errors.notSupported('dryRun', value, ['All'])
  }
}

/** Adds annotations to the audit event of a request. */
export interface AuditAnnotations {
  annotate(key: string, value: string): void
}

/** Checks other verbs of the user on the object of the request. */
export interface Rights {
  can(verb: string): boolean | Promise<boolean>
  /** Rejects with `forbidden`. */
  expect(verb: string): Promise<void>
}
