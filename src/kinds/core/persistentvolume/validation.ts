import { posix } from 'node:path'
import { validateOneOf } from '#kinds/shared/alternatives.js'
import { mustBeAccessModes } from '#kinds/shared/storage/volumes.js'
import { isUnchanged, mustStayUnchanged } from '#kinds/shared/unchanged.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { compareQuantities } from '#schema/quantity.js'
import { type PersistentVolume, PersistentVolumeSpec, type VolumeNodeAffinity } from './schema.js'
import { SOURCES } from './source-rules.js'
import { PersistentVolumeSource } from './sources.js'

export function validatePersistentVolume({ spec }: Readonly<PersistentVolume>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

const RECLAIM_POLICIES = ['Delete', 'Recycle', 'Retain']
const VOLUME_MODES = ['Block', 'Filesystem']

function validateSpec(spec: PersistentVolumeSpec, errors: FieldErrors): void {
  const { accessModes, persistentVolumeReclaimPolicy: policy, hostPath } = spec
  if (accessModes === undefined) errors.required('accessModes')
  else mustBeAccessModes('accessModes', accessModes, errors)
  validateCapacity(spec.capacity, errors)
  mustBeOneOf('persistentVolumeReclaimPolicy', policy, RECLAIM_POLICIES, errors)
  errors.field('nodeAffinity', spec.nodeAffinity, validateNodeAffinity)
  if (!validateOneOf(spec, SOURCES, 'may not specify more than 1 volume type', errors)) {
    errors.required('', 'must specify a volume type')
  }
  if (spec.local !== undefined && spec.nodeAffinity?.required === undefined) {
    errors.required('nodeAffinity', 'Local volume requires node affinity')
  }
  if (hostPath !== undefined && policy === 'Recycle' && posix.normalize(hostPath.path) === '/') {
    errors.forbidden('persistentVolumeReclaimPolicy', "may not be 'recycle' for a hostPath mount of '/'")
  }
  mustFollow('storageClassName', spec.storageClassName, rfc1123Subdomain, errors)
  mustBeOneOf('volumeMode', spec.volumeMode, VOLUME_MODES, errors)
}

function validateCapacity(capacity: PersistentVolumeSpec['capacity'], errors: FieldErrors): void {
  if (capacity === undefined) {
    errors.required('capacity')
    return
  }
  const names = Object.keys(capacity)
  if (names.length !== 1 || names[0] !== 'storage') errors.notSupported('capacity', capacity, ['storage'])
  for (const name of names) {
    const amount = capacity[name] as string
    if (compareQuantities(amount, '0') <= 0) {
      errors.invalid(`capacity[${name}]`, amount, 'must be greater than zero')
    }
  }
}

function validateNodeAffinity({ required }: VolumeNodeAffinity, errors: FieldErrors): void {
  if (required === undefined) errors.required('required', 'must specify required node constraints')
  else if ((required.nodeSelectorTerms ?? []).length === 0) {
    errors.required('required.nodeSelectorTerms', 'must have at least one node selector term')
  }
}

const SOURCE_NAMES = () => Object.keys(PersistentVolumeSource.fields) as (keyof PersistentVolumeSource)[]

export function validatePersistentVolumeUpdate(
  { spec }: Readonly<PersistentVolume>,
  { spec: before }: Readonly<PersistentVolume>,
  errors: FieldErrors,
): void {
  if (!SOURCE_NAMES().every((name) => isUnchanged(PersistentVolumeSpec, name, spec, before))) {
    errors.forbidden('spec', 'spec.persistentvolumesource is immutable after creation')
  }
  errors.field('spec', spec, mustStay, before)
}

function mustStay(spec: PersistentVolumeSpec, errors: FieldErrors, before: PersistentVolumeSpec): void {
  mustStayUnchanged(PersistentVolumeSpec, 'volumeMode', spec, before, errors)
  if (before.nodeAffinity === undefined) return
  mustStayUnchanged(PersistentVolumeSpec, 'nodeAffinity', spec, before, errors)
}

const CONTEXT = 'in the context of inline volumes'
const NOT_HERE = `may not be specified ${CONTEXT}`

/** The rules on an inline volume, which comes from a CSI driver. */
export function validateInlineVolume(spec: PersistentVolumeSpec, errors: FieldErrors): void {
  const { accessModes, persistentVolumeReclaimPolicy: policy, volumeMode } = spec
  if (spec.claimRef !== undefined) errors.forbidden('claimRef', NOT_HERE)
  if (spec.capacity !== undefined) errors.forbidden('capacity', NOT_HERE)
  if (spec.csi === undefined) errors.required('csi', `has to be specified ${CONTEXT}`)
  if (accessModes === undefined) errors.required('accessModes')
  else mustBeAccessModes('accessModes', accessModes, errors)
  if (policy !== undefined && policy !== 'Retain') {
    errors.forbidden('persistentVolumeReclaimPolicy', `may only be Retain ${CONTEXT}`)
  }
  if (spec.nodeAffinity !== undefined) errors.forbidden('nodeAffinity', NOT_HERE)
  if (!validateOneOf(spec, SOURCES, 'may not specify more than 1 volume type', errors)) {
    errors.required('', 'must specify a volume type')
  }
  if (spec.storageClassName) errors.forbidden('storageClassName', NOT_HERE)
  if (volumeMode !== undefined && volumeMode !== 'Filesystem') {
    errors.forbidden('volumeMode', `may not specify volumeMode other than Filesystem ${CONTEXT}`)
  }
}
