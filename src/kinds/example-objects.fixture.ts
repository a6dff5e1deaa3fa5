import type { FieldError } from '#meta/field-error.js'
import { FieldErrors } from '#meta/field-errors.js'
import type { ApiObject } from '#meta/object-meta.js'
import type { Body } from '#meta/rule-examples.fixture.js'
import { SERVER } from '#meta/user.js'
import { NOTHING_ALLOCATED } from '#registry/allocations.js'
import type { ServedVersion } from '#registry/kind.js'
import { validateMetadata } from '#registry/metadata/metadata-rules.js'
import type { WriteContext } from '#registry/strategy.js'
import { whenDone } from '#util/async/slices.js'
import { systemClock } from '#util/clock.js'
import { systemRandom } from '#util/random.js'
import { deployment } from './apps/deployment/index.js'
import { federationKinds } from './federation-kinds.js'
import { kinds } from './index.js'

/** Objects that contain the values of examples, and their errors. */

export const WRITE: WriteContext = {
  allocations: NOTHING_ALLOCATED,
  clock: systemClock,
  random: systemRandom,
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
  definition.stored.strategy.prepareForCreate?.(object, WRITE, SERVER)
  return object
}

export function validateNew<O extends ApiObject>(definition: ServedVersion<O>, body: Body): Checked {
  const object = decodeNew(definition, body)
  const errors = new FieldErrors()
  validateMetadata(object.metadata, definition, errors)
  definition.rules.validate?.(object, errors)
  return whenDone(definition.rules.validateCreate?.(object, errors), () => errors.all)
}

/** Long checks run in slices. */
export type Checked = readonly FieldError[] | Promise<readonly FieldError[]>

/** The errors of an update from one body to another. */
export function validateChange<O extends ApiObject>(
  definition: ServedVersion<O>,
  before: Body,
  after: Body,
): Checked {
  const current = decodeNew(definition, before)
  const object = definition.decode(after)
  object.metadata.name ??= current.metadata.name
  object.metadata.namespace ??= current.metadata.namespace
  definition.stored.strategy.prepareForUpdate?.(object, current, WRITE)
  const errors = new FieldErrors()
  validateMetadata(object.metadata, definition, errors)
  definition.rules.validate?.(object, errors)
  return whenDone(definition.rules.validateUpdate?.(object, current, errors), () => errors.all)
}

/** The errors of a status update. */
export function validateReport<O extends ApiObject>(
  definition: ServedVersion<O>,
  before: Body,
  status: Body,
): Checked {
  const current = decodeNew(definition, before)
  const object = definition.decode({ ...before, status })
  definition.stored.strategy.prepareForStatusUpdate?.(object, current, WRITE)
  const errors = new FieldErrors()
  return whenDone(definition.rules.validateStatusUpdate?.(object, current, errors), () => errors.all)
}

const MAIN = { name: 'main', image: 'web:1' }

export const template = (spec: Body = {}, metadata: Body = {}) => ({
  metadata: { labels: { app: 'web' }, ...metadata },
  spec: { containers: [MAIN], ...spec },
})

/** At `spec`, for the kinds that run pods. */
export const workload = (part: Body = {}) => ({ spec: { template: template(), ...part } })

/**
 * At `spec.template.metadata`. The body may have a `spec` for the pod. Labels and selector are set, so that the object
 * does not copy those of the template.
 */
export function validateTemplateMetadata({ spec = {}, ...metadata }: Body): Checked {
  return validateNew(deployment.storageVersion, {
    metadata: { labels: { own: 'x' } },
    spec: { selector: { matchLabels: { app: 'web' } }, template: template(spec as Body, metadata) },
  })
}

/** At `spec.template.spec`. */
export function validatePod(spec: Body): Checked {
  return validateNew(deployment.storageVersion, { spec: { template: template(spec) } })
}

/** At `spec.template.spec.containers[0]`. There are two volumes to mount: `data` and, a claim, `disk`. */
export function validateContainerPart(part: Body): Checked {
  return validatePod({
    containers: [{ ...MAIN, ...part }],
    volumes: [{ name: 'data' }, { name: 'disk', persistentVolumeClaim: { claimName: 'c' } }],
  })
}

/** At `spec.template.spec.volumes[0]`. */
export function validateVolumePart(part: Body): Checked {
  return validatePod({ volumes: [{ name: 'v', ...part }] })
}

export const POD = 'spec.template.spec'
export const CONTAINER = `${POD}.containers[0]`
export const VOLUME = `${POD}.volumes[0]`
