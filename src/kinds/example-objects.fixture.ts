import { InvalidObject } from '#meta/api-error.js'
import type { FieldError } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Body, RuledSubresource, RuleExample, RuleTable } from '#meta/rule-examples.fixture.js'
import { SERVER } from '#meta/user.js'
import { NOTHING_ALLOCATED } from '#registry/allocations.js'
import type { BuiltInKind, ServedVersion } from '#registry/kind.js'
import { validateMetadata } from '#registry/metadata/metadata-rules.js'
import type { WriteContext } from '#registry/strategy.js'
import type { SubresourceUpdate } from '#registry/write/modification.js'
import { whenDone } from '#util/async/slices.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'
import { federationKinds } from './federation-kinds.js'
import { kinds } from './index.js'

/** Objects that contain the values of examples, and their errors. */

export const WRITE: WriteContext = {
  allocations: NOTHING_ALLOCATED,
  dryRun: true,
  clock: systemClock,
  random: systemRandom,
  features: new Set(['DynamicResourceAllocation', 'VolumeAttributesClass']),
}

/** The rules of some kinds are loaded on first use. */
export async function loadRules(): Promise<void> {
  for (const { versions } of [...kinds, ...federationKinds])
    for (const { rules } of versions) await rules.load?.()
}

/** An object with name and namespace, as validation sees it on create. */
export function decodeNew<O extends ApiObject>(definition: ServedVersion<O>, body: Body): O {
  const object = definition.decode(body)
  object.metadata.name ??= 'example'
  if (definition.namespaced) object.metadata.namespace ??= 'test'
  const { strategy } = definition.stored
  strategy.dropDisabledFields?.(object, undefined, WRITE)
  strategy.prepareForCreate?.(object, WRITE, SERVER)
  return object
}

export function validateNew<O extends ApiObject>(definition: ServedVersion<O>, body: Body): Checked {
  return orRejected(() => {
    const object = decodeNew(definition, body)
    const errors = new FieldErrors()
    validateMetadata(object.metadata, definition, errors)
    definition.rules.validate?.(object, errors)
    return whenDone(definition.rules.validateCreate?.(object, errors), () => errors.all)
  })
}

/** Some kinds reject an object before they validate it, as a Service whose address is taken. */
function orRejected(validate: () => Checked): Checked {
  try {
    return validate()
  } catch (error) {
    if (error instanceof InvalidObject) return error.errors
    throw error
  }
}

/** Long checks run in slices. */
export type Checked = readonly FieldError[] | Promise<readonly FieldError[]>

/** The errors of an update from one body to another. */
export function validateChange<O extends ApiObject>(
  definition: ServedVersion<O>,
  before: Body,
  after: Body,
): Checked {
  return validateChangeOf(definition, decodeNew(definition, before), after)
}

/** The errors of an update of an object as it is stored. */
function validateChangeOf<O extends ApiObject>(
  definition: ServedVersion<O>,
  current: O,
  after: Body,
): Checked {
  return orRejected(() => {
    const object = definition.decode(after)
    object.metadata.name ??= current.metadata.name
    object.metadata.namespace ??= current.metadata.namespace
    const { strategy, storageVersion } = definition.stored
    if (storageVersion.emptyStatus() && !strategy.takesChangedStatus) keepStatus(object, current)
    strategy.dropDisabledFields?.(object, current, WRITE)
    strategy.prepareForUpdate?.(object, current, WRITE)
    const errors = new FieldErrors()
    validateMetadata(object.metadata, definition, errors)
    definition.rules.validate?.(object, errors)
    return whenDone(definition.rules.validateUpdate?.(object, current, errors), () => errors.all)
  })
}

function keepStatus<O extends ApiObject>(object: O, { status }: O & { status?: unknown }): void {
  Object.assign(object, { status })
}

/** An object that was created, and has got its status since. */
function decodeStored<O extends ApiObject>(definition: ServedVersion<O>, body: Body): O {
  const object = decodeNew(definition, body)
  if (body.status !== undefined) keepStatus(object, definition.decode(body))
  return object
}

/** The errors of an update through a subresource. */
function validateSubresource<O extends ApiObject>(
  definition: ServedVersion<O>,
  update: SubresourceUpdate<O>,
  before: Body,
  after: Body,
): Checked {
  const current = decodeStored(definition, before)
  const object = definition.decode(after)
  object.metadata.name ??= current.metadata.name
  object.metadata.namespace ??= current.metadata.namespace
  update.prepare(object, current, WRITE)
  const errors = new FieldErrors()
  validateMetadata(object.metadata, definition, errors)
  update.validate(object, current, errors)
  return errors.all
}

/** The errors of a status update. */
export function validateReport<O extends ApiObject>(
  definition: ServedVersion<O>,
  before: Body,
  status: Body,
): Checked {
  const current = decodeStored(definition, before)
  const object = definition.decode({ ...before, status })
  definition.stored.strategy.prepareForStatusUpdate?.(object, current, WRITE)
  const errors = new FieldErrors()
  return whenDone(definition.rules.validateStatusUpdate?.(object, current, errors), () => errors.all)
}

/** What every table of rules of a version says. */
interface RulesOfVersion<O extends ApiObject> {
  readonly type: string
  /** Only new objects are checked. */
  readonly on?: 'create'
  readonly version: ServedVersion<O>
  /** The path at which `object` puts the body of an example. */
  readonly at: string
  readonly object: (body: Body) => Body
  readonly examples: readonly RuleExample[]
}

interface RulesOfChange<O extends ApiObject> extends RulesOfVersion<O> {
  readonly before: Body | ((body: Body) => Body)
}

const typed = <O extends ApiObject>({ group, version, kind }: ServedVersion<O>, object: Body): Body => ({
  apiVersion: group === '' ? version : `${group}/${version}`,
  kind,
  ...object,
})

/** The rules on each object that is created or changed. */
export function rulesOfObject<O extends ApiObject>(rules: RulesOfVersion<O>): RuleTable {
  const { type, on, version, at, object, examples } = rules
  return {
    type,
    ...(on === undefined ? {} : { on }),
    at,
    write: (body) => ({ object: typed(version, object(body)) }),
    validate: (body) => validateNew(version, object(body)),
    validateUpdate: (stored, body) => validateChangeOf(version, version.decode(stored), object(body)),
    examples,
  }
}

/** The rules on new objects only. */
export const rulesOfCreate = <O extends ApiObject>(rules: RulesOfVersion<O>): RuleTable => ({
  ...rulesOfObject(rules),
  on: 'create',
})

/** The rules on a change of `before`. */
export function rulesOfUpdate<O extends ApiObject>(rules: RulesOfChange<O>): RuleTable {
  const { type, version, at, object, examples } = rules
  const before = previous(rules)
  return {
    type,
    on: 'change',
    at,
    write: (body) => ({ before: typed(version, before(body)), object: typed(version, object(body)) }),
    validate: (body) => validateChange(version, before(body), object(body)),
    examples,
  }
}

/** The rules on the status that is reported for `before`. `object` puts the body into a status. */
export function rulesOfStatus<O extends ApiObject>(rules: RulesOfChange<O>): RuleTable {
  const { type, version, at, object, examples } = rules
  const before = previous(rules)
  return {
    type,
    on: 'status',
    at,
    write(body) {
      const current = typed(version, before(body))
      return { before: current, object: { ...current, status: object(body) } }
    },
    validate: (body) => validateReport(version, before(body), object(body)),
    examples,
  }
}

interface RulesOfSubresource<O extends ApiObject> extends Omit<RulesOfChange<O>, 'on'> {
  readonly on: RuledSubresource
  readonly update: SubresourceUpdate<O>
}

/** The rules on an update through a subresource. */
export function rulesOfSubresource<O extends ApiObject>(rules: RulesOfSubresource<O>): RuleTable {
  const { type, on, version, update, at, object, examples } = rules
  const before = previous(rules)
  return {
    type,
    on,
    at,
    write: (body) => ({ before: typed(version, before(body)), object: typed(version, object(body)) }),
    validate: (body) => validateSubresource(version, update, before(body), object(body)),
    examples,
  }
}

/** The version of a kind in a current group. */
export function currentVersion<O extends ApiObject>(kind: BuiltInKind<O>): ServedVersion {
  const version = kind.versions.find(({ group }) => group !== 'extensions')
  if (version === undefined) throw new Error('the kind is not in a current group')
  return version
}

const previous = ({ before }: Pick<RulesOfChange<ApiObject>, 'before'>) =>
  typeof before === 'function' ? before : () => before

export const MAIN = { name: 'main', image: 'web:1' }

export const template = (spec: Body = {}, metadata: Body = {}) => ({
  metadata: { labels: { app: 'web' }, ...metadata },
  spec: { containers: [MAIN], ...spec },
})

/** At `spec`, for the kinds that run pods. */
export const workload = (part: Body = {}) => ({ spec: { template: template(), ...part } })
