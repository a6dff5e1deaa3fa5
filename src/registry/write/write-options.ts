import { invalid } from '../../meta/api-error.js'
import { FieldErrors } from '../../meta/field-errors.js'
import type { ResourceName } from '../../meta/resource.js'
import { SERVER, type User } from '../../meta/user.js'
import type { Query } from '../../util/query.js'
import type { FieldCheck } from './field-check.js'

/** What becomes of members that a kind does not have, or that are given twice. */
export const FIELD_VALIDATIONS = ['Ignore', 'Warn', 'Strict'] as const
export type FieldValidation = (typeof FIELD_VALIDATIONS)[number]

/** How a write is to be done, and for whom. */
export interface WriteOptions {
  readonly user: User
  /** Do everything but store. */
  readonly dryRun: boolean
  /** What the client is warned of is added here; undefined when no client waits for it. */
  readonly warnings?: string[]
  /** Undefined when members that would be dropped do not matter. */
  readonly fields?: FieldCheck | undefined
}

/** A write of the server itself. */
export const SERVER_WRITE: WriteOptions = { dryRun: false, user: SERVER }

/** What the query of a write asks for. */
export interface WriteQuery {
  readonly dryRun: boolean
  readonly fieldValidation: FieldValidation
}

const PLAIN_QUERIES: Readonly<Record<FieldValidation, WriteQuery>> = {
  Ignore: { dryRun: false, fieldValidation: 'Ignore' },
  Warn: { dryRun: false, fieldValidation: 'Warn' },
  Strict: { dryRun: false, fieldValidation: 'Strict' },
}

/** Errors of options name them as an object of this kind. */
const UPDATE_OPTIONS: ResourceName = {
  group: 'meta.k8s.io',
  version: 'v1',
  plural: '',
  kind: 'UpdateOptions',
}

/** `usual` is what becomes of members when the query does not say. */
export function readWriteQuery(query: Query, usual: FieldValidation = 'Ignore'): WriteQuery {
  const dryRun = query.getAll('dryRun')
  const asked = query.get('fieldValidation') ?? ''
  if (dryRun.length === 0 && asked === '') return PLAIN_QUERIES[usual]
  const errors = new FieldErrors()
  checkDryRun(dryRun, errors)
  const fieldValidation = asked === '' ? usual : FIELD_VALIDATIONS.find((known) => known === asked)
  if (fieldValidation === undefined) errors.notSupported('fieldValidation', asked, FIELD_VALIDATIONS)
  if (errors.all.length > 0) throw invalid(UPDATE_OPTIONS, '', errors.all)
  return { dryRun: dryRun.length > 0, fieldValidation: fieldValidation ?? usual }
}

/** There is one way to try a write without doing it. */
export function checkDryRun(values: readonly string[], errors: FieldErrors): void {
  for (const value of values) {
    if (value !== 'All') errors.notSupported('dryRun', value, ['All'])
  }
}
