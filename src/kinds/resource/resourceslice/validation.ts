import { mustBePoolName } from '#kinds/resource/names.js'
import type { ResourceSlice, ResourceSliceSpec } from '#kinds/resource/types/kind-types.js'
import { CURRENT_TEMPLATES } from '#kinds/shared/pod/pod-rules.js'
import { validateNodeSelector } from '#kinds/shared/pod/scheduling/affinity-rules.js'
import { mustBeDriverName } from '#kinds/shared/storage/driver-name.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { validateDevices } from './device-rules.js'

export function validateSlice({ spec }: Readonly<ResourceSlice>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: ResourceSliceSpec, errors: FieldErrors): void {
  mustBeDriverName('driver', spec.driver, errors)
  errors.field('pool', spec.pool, validatePool)
  validateNodes(spec, errors)
  validateDevices(spec.devices, errors)
}

function validatePool(
  { name, generation, resourceSliceCount }: ResourceSliceSpec['pool'],
  errors: FieldErrors,
): void {
  mustBePoolName('name', name, errors)
  if (resourceSliceCount <= 0) {
    errors.invalid('resourceSliceCount', resourceSliceCount, 'must be greater than zero')
  }
  if (generation < 0) errors.invalid('generation', generation, 'must be greater than or equal to zero')
}

const ONE_OF = 'exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required'

function validateNodes({ nodeName, nodeSelector, allNodes }: ResourceSliceSpec, errors: FieldErrors): void {
  if (nodeName === '') {
    errors.invalid('nodeName', nodeName, 'must be either unset or set to a non-empty string')
  } else if (nodeName !== undefined) errors.format('nodeName', nodeName, rfc1123Subdomain)
  errors.field('nodeSelector', nodeSelector, validateNodeSelector, CURRENT_TEMPLATES)
  const terms = nodeSelector?.nodeSelectorTerms ?? []
  if (nodeSelector !== undefined && terms.length !== 1) {
    errors.invalid('nodeSelector.nodeSelectorTerms', terms, 'must have exactly one node selector term')
  }
  if (allNodes === false) errors.invalid('allNodes', allNodes, 'must be either unset or set to true')
  const set = [
    ...(nodeName ? ['`nodeName`'] : []),
    ...(nodeSelector === undefined ? [] : ['`nodeSelector`']),
    ...(allNodes ? ['`allNodes`'] : []),
  ]
  if (set.length === 0) errors.required('', ONE_OF)
  else if (set.length > 1) {
    errors.invalid('', `{${set.join(', ')}}`, `${ONE_OF}, but multiple fields are set`)
  }
}

export function validateSliceUpdate(
  { spec }: Readonly<ResourceSlice>,
  { spec: before }: Readonly<ResourceSlice>,
  errors: FieldErrors,
): void {
  const fixed = [
    ['spec.pool.name', spec.pool.name, before.pool.name],
    ['spec.driver', spec.driver, before.driver],
    ['spec.nodeName', spec.nodeName, before.nodeName],
  ] as const
  for (const [field, value, old] of fixed) {
    if (value !== old) errors.invalid(field, value ?? null, 'field is immutable')
  }
}
