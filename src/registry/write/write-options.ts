import { invalid } from '#meta/api-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import { SERVER, type User } from '#meta/user.js'
import { validateManager } from '#registry/metadata/manager-rules.js'
import type { Query } from '#util/query.js'
import type { AuditAnnotations } from './audit-annotations.js'
import type { FieldCheck } from './field-check.js'
import type { Rights } from './rights.js'

/** What becomes of members that a kind does not have, or that are given twice. */
export const FIELD_VALIDATIONS = ['Ignore', 'Warn', 'Strict'] as const
export type FieldValidation = (typeof FIELD_VALIDATIONS)[number]
/** In the order in which clients are told. */
const KNOWN_VALIDATIONS = ['', 'Ignore', 'Strict', 'Warn']

/** How a write is to be done, and for whom. */
export interface WriteOptions {
  readonly user: User
  /** What the user may do besides; undefined where everything is allowed. */
  readonly rights?: Rights | undefined
  /** Do everything but store. */
  readonly dryRun: boolean
  /** Who comes to own the fields that change. Undefined for an object of the server's own, whose fields have no owner. */
  readonly manager?: string | undefined
  /** What the request itself says; undefined for a write of the server. */
  readonly asked?: Pick<WriteQuery, 'manager' | 'namedValidation'> | undefined
  /** The subresource that the write comes through; undefined for the object itself. */
  readonly subresource?: string | undefined
  /** What the client is warned of is added here; undefined when no client waits for it. */
  readonly warnings?: string[]
  /** Takes what is noted of the request where requests are recorded; undefined where this one is not. */
  readonly notes?: AuditAnnotations | undefined
  /** Undefined when members that would be dropped do not matter. */
  readonly fields?: FieldCheck | undefined
}

/** A write of the server itself. */
export const SERVER_WRITE: WriteOptions = { dryRun: false, user: SERVER }

/** What the query of a write asks for. */
export interface WriteQuery {
  readonly dryRun: boolean
  readonly fieldValidation: FieldValidation
  /** The same as the query says it; empty when it does not. */
  readonly namedValidation: FieldValidation | ''
  /** Empty when the query does not say who writes. */
  readonly manager: string
  /** Whether what is applied is taken from other owners. */
  readonly force: boolean
}

const PLAIN = { dryRun: false, namedValidation: '', manager: '', force: false } as const

const PLAIN_QUERIES: Readonly<Record<FieldValidation, WriteQuery>> = {
  Ignore: { ...PLAIN, fieldValidation: 'Ignore' },
  Warn: { ...PLAIN, fieldValidation: 'Warn' },
  Strict: { ...PLAIN, fieldValidation: 'Strict' },
}

/** What a write does, as far as its query has rules of its own. */
export type QueriedWrite = 'create' | 'update' | 'patch' | 'apply'

/** Errors of options name them as an object of such a kind. */
const OPTIONS_KINDS: Readonly<Record<QueriedWrite, string>> = {
  create: 'CreateOptions',
  update: 'UpdateOptions',
  patch: 'PatchOptions',
  apply: 'PatchOptions',
}

/** `usual` is what becomes of members when the query does not say. */
export function readWriteQuery(
  query: Query,
  write: QueriedWrite,
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

/** There is one way to try a write without doing it. */
export function checkDryRun(values: readonly string[], errors: FieldErrors): void {
  for (const value of values) {
    if (value !== 'All') errors.notSupported('dryRun', value, ['All'])
  }
}
