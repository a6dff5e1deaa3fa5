import { descendingPath, withoutStepsBack } from '#kinds/shared/formats.js'
import type { PodRules } from '#kinds/shared/pod/pod-rules.js'
import type { KnownVolumes } from '#kinds/shared/pod/volumes/volume-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGiven, mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import type { Container, VolumeDevice, VolumeMount } from './container.js'

/** Volume mounts and devices of a container. */

/** Volume names and paths that are taken. */
class Places {
  readonly names = new Set<string>()
  readonly paths = new Set<string>()
}

const NO_PLACES: Readonly<Places> = new Places()

interface ProcessEnvironment {
  readonly volumes: KnownVolumes
  readonly rules: PodRules
  readonly isPrivileged: boolean
  /** From the elements before this one. */
  readonly before: Places
  /** From all elements of the other list. */
  readonly beside: Readonly<Places>
}

type Mounts = readonly VolumeMount[] | undefined
type Devices = readonly VolumeDevice[] | undefined

export function validateMounts(
  { volumeMounts: mounts, volumeDevices: devices, securityContext }: Container,
  volumes: KnownVolumes,
  rules: PodRules,
  errors: FieldErrors,
): void {
  const isPrivileged = securityContext?.privileged ?? false
  if (mounts) {
    const context = { volumes, rules, isPrivileged, before: new Places(), beside: devicePlaces(devices) }
    errors.each('volumeMounts', mounts, validateMount, context)
  }
  if (devices) {
    const context = { volumes, rules, isPrivileged, before: new Places(), beside: mountPlaces(mounts) }
    errors.each('volumeDevices', devices, validateDevice, context)
  }
}

function devicePlaces(devices: Devices): Readonly<Places> {
  if (devices === undefined) return NO_PLACES
  const places = new Places()
  for (const { name, devicePath } of devices) {
    places.names.add(name)
    places.paths.add(devicePath)
  }
  return places
}

function mountPlaces(mounts: Mounts): Readonly<Places> {
  if (mounts === undefined) return NO_PLACES
  const places = new Places()
  for (const { name, mountPath } of mounts) {
    places.names.add(name)
    places.paths.add(mountPath)
  }
  return places
}

const PROPAGATIONS = ['Bidirectional', 'HostToContainer']
const CURRENT_PROPAGATIONS = [...PROPAGATIONS, 'None']
const RECURSIONS = ['Disabled', 'Enabled', 'IfPossible']

function validateMount(
  mount: VolumeMount,
  errors: FieldErrors,
  { volumes, rules, isPrivileged, before, beside }: ProcessEnvironment,
): void {
  const { name, mountPath, subPath, subPathExpr, mountPropagation } = mount
  mustBeGiven('name', name, errors)
  if (!volumes.has(name)) errors.notFound('name', name)
  mustBeGiven('mountPath', mountPath, errors)
  if (before.paths.has(mountPath)) errors.invalid('mountPath', mountPath, 'must be unique')
  before.paths.add(mountPath)
  if (beside.names.has(name)) errors.invalid('name', name, 'must not already exist in volumeDevices')
  if (beside.paths.has(mountPath)) {
    errors.invalid('mountPath', mountPath, 'must not already exist as a path in volumeDevices')
  }
  mustFollow('subPath', subPath, descendingPath, errors)
  if (subPathExpr) {
    if (subPath) errors.invalid('subPathExpr', subPathExpr, 'subPathExpr and subPath are mutually exclusive')
    errors.format('subPathExpr', subPathExpr, descendingPath)
  }
  const propagations = rules.isCurrent ? CURRENT_PROPAGATIONS : PROPAGATIONS
  mustBeOneOf('mountPropagation', mountPropagation, propagations, errors)
  if (mountPropagation === 'Bidirectional' && !isPrivileged && rules.isCurrent) {
    errors.forbidden(
      'mountPropagation',
      'Bidirectional mount propagation is available only to privileged containers',
    )
  }
  validateRecursion(mount, errors)
}

/** Only a read-only mount can be recursively read-only. */
function validateRecursion(mount: VolumeMount, errors: FieldErrors): void {
  const { recursiveReadOnly, readOnly, mountPropagation } = mount
  mustBeOneOf('recursiveReadOnly', recursiveReadOnly, RECURSIONS, errors)
  if (recursiveReadOnly !== 'IfPossible' && recursiveReadOnly !== 'Enabled') return
  if (!readOnly) errors.forbidden('recursiveReadOnly', 'may only be specified when readOnly is true')
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    errors.forbidden(
      'recursiveReadOnly',
      'may only be specified when mountPropagation is None or not specified',
    )
  }
}

function validateDevice(
  { name, devicePath }: VolumeDevice,
  errors: FieldErrors,
  { volumes, rules, before, beside }: ProcessEnvironment,
): void {
  mustBeGiven('name', name, errors)
  if (before.names.has(name)) errors.invalid('name', name, 'must be unique')
  before.names.add(name)
  const volume = volumes.get(name)
  if (volume === undefined) errors.notFound('name', name)
  else if (volume.persistentVolumeClaim === undefined && !volume.ephemeral) {
    const types = rules.isCurrent ? 'PersistentVolumeClaim or Ephemeral' : 'PersistentVolumeClaim'
    errors.invalid('name', name, `can only use volume source type of ${types} for block mode`)
  }
  mustBeGiven('devicePath', devicePath, errors)
  if (before.paths.has(devicePath)) errors.invalid('devicePath', devicePath, 'must be unique')
  if (withoutStepsBack(devicePath).length > 0) {
    errors.invalid('devicePath', devicePath, "can not contain backsteps ('..')")
  } else {
    before.paths.add(devicePath)
  }
  if (beside.names.has(name)) errors.invalid('name', name, 'must not already exist in volumeMounts')
  if (beside.paths.has(devicePath)) {
    errors.invalid('devicePath', devicePath, 'must not already exist as a path in volumeMounts')
  }
}
