import { posix } from 'node:path'
import { validateOneOf } from '#kinds/shared/alternatives.js'
import { CURRENT_TEMPLATES } from '#kinds/shared/pod/pod-rules.js'
import { validateNodeSelector } from '#kinds/shared/pod/scheduling/affinity-rules.js'
import {
  MOUNT_OPTIONS_ANNOTATION,
  mustBeAccessModes,
  mustBeResourceAmount,
} from '#kinds/shared/storage/volumes.js'
import { isUnchanged, mustStayUnchanged } from '#kinds/shared/unchanged.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf, mustFollow } from '#meta/field-rules.js'
import { rfc1123Subdomain } from '#meta/formats.js'
import { compareQuantities } from '#schema/quantity.js'
import { type PersistentVolume, PersistentVolumeSpec, type VolumeNodeAffinity } from './schema.js'
import { SOURCES } from './source-rules.js'
import { PersistentVolumeSource } from './sources.js'

export function validatePersistentVolume(
  { metadata, spec }: Readonly<PersistentVolume>,
  errors: FieldErrors,
): void {
  errors.field('spec', spec, validateSpec)
  const { targetPortal = '', initiatorName } = spec.iscsi ?? {}
  if (initiatorName !== undefined && `${metadata.name}:${targetPortal}`.length > MAX_INTERFACE_NAME_LENGTH) {
    errors.invalid('spec.iscsi.targetPortal', targetPortal, LONG_INTERFACE_NAME)
  }
  const mayBeMounted = MOUNTABLE.some((name) => spec[name] !== undefined)
  if (metadata.annotations?.[MOUNT_OPTIONS_ANNOTATION] !== undefined && !mayBeMounted) {
    const field = `metadata.annotations[${MOUNT_OPTIONS_ANNOTATION}]`
    errors.forbidden(field, 'may not specify mount options for this volume type')
  }
}

/** With an initiator name, the interface is named after volume and portal. */
const MAX_INTERFACE_NAME_LENGTH = 64
const LONG_INTERFACE_NAME =
  'Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.'

/** The sources that take mount options. */
const MOUNTABLE = [
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'glusterfs',
  'nfs',
  'rbd',
  'quobyte',
  'iscsi',
  'cinder',
  'cephfs',
  'azureFile',
  'vsphereVolume',
  'azureDisk',
  'photonPersistentDisk',
] as const

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
  validateAttributesClass(spec, errors)
}

function validateAttributesClass(
  { volumeAttributesClassName: name, csi }: PersistentVolumeSpec,
  errors: FieldErrors,
): void {
  if (name === undefined) return
  if (name === '') errors.required('volumeAttributesClassName', 'an empty string is disallowed')
  mustFollow('volumeAttributesClassName', name, rfc1123Subdomain, errors)
  if (csi === undefined) errors.required('csi', 'has to be specified when using volumeAttributesClassName')
}

function validateCapacity(capacity: PersistentVolumeSpec['capacity'], errors: FieldErrors): void {
  if (capacity === undefined) errors.required('capacity')
  const names = Object.keys(capacity ?? {})
  if (names.length !== 1 || names[0] !== 'storage') {
    errors.notSupported('capacity', capacity ?? {}, ['storage'])
  }
  for (const name of names) {
    const amount = capacity?.[name] as string
    mustBeResourceAmount(`capacity[${name}]`, amount, errors)
    if (compareQuantities(amount, '0') <= 0) {
      errors.invalid(`capacity[${name}]`, amount, 'must be greater than zero')
    }
  }
}

function validateNodeAffinity({ required }: VolumeNodeAffinity, errors: FieldErrors): void {
  if (required === undefined) errors.required('required', 'must specify required node constraints')
  errors.field('required', required, validateNodeSelector, CURRENT_TEMPLATES)
}

const SOURCE_NAMES = () => Object.keys(PersistentVolumeSource.fields) as (keyof PersistentVolumeSource)[]

export function validatePersistentVolumeUpdate(
  { spec }: Readonly<PersistentVolume>,
  { spec: before }: Readonly<PersistentVolume>,
  errors: FieldErrors,
): void {
  const kept = withAddedSecret(spec, before)
  if (!SOURCE_NAMES().every((name) => isUnchanged(PersistentVolumeSpec, name, spec, kept))) {
    errors.forbidden('spec', 'spec.persistentvolumesource is immutable after creation')
  }
  errors.field('spec', spec, mustStay, before)
}

/** The secret for expansion may be added later. */
function withAddedSecret(
  { csi }: PersistentVolumeSpec,
  before: Readonly<PersistentVolumeSpec>,
): Readonly<PersistentVolumeSpec> {
  if (csi === undefined || before.csi === undefined || before.csi.controllerExpandSecretRef !== undefined) {
    return before
  }
  return { ...before, csi: { ...before.csi, controllerExpandSecretRef: csi.controllerExpandSecretRef } }
}

function mustStay(spec: PersistentVolumeSpec, errors: FieldErrors, before: PersistentVolumeSpec): void {
  mustStayUnchanged(PersistentVolumeSpec, 'volumeMode', spec, before, errors)
  if (before.volumeAttributesClassName !== undefined && spec.volumeAttributesClassName === undefined) {
    errors.forbidden('volumeAttributesClassName', 'update from non-nil value to nil is forbidden')
  }
  if (before.nodeAffinity === undefined) return
  const renamed = { ...before, nodeAffinity: withRenamedLabels(before.nodeAffinity, spec.nodeAffinity) }
  if (isUnchanged(PersistentVolumeSpec, 'nodeAffinity', spec, renamed)) return
  errors.invalid(
    'nodeAffinity',
    spec.nodeAffinity,
    'field is immutable, except for updating from beta label to GA',
  )
}

/** The labels that the affinity may name anew. */
const STABLE_LABELS: ReadonlyMap<string, string> = new Map([
  ['failure-domain.beta.kubernetes.io/zone', 'topology.kubernetes.io/zone'],
  ['failure-domain.beta.kubernetes.io/region', 'topology.kubernetes.io/region'],
  ['beta.kubernetes.io/os', 'kubernetes.io/os'],
  ['beta.kubernetes.io/arch', 'kubernetes.io/arch'],
  ['beta.kubernetes.io/instance-type', 'node.kubernetes.io/instance-type'],
])

/** The affinity as it was, with the stable names of labels that `after` has in their places. */
function withRenamedLabels(
  before: VolumeNodeAffinity,
  after: VolumeNodeAffinity | undefined,
): VolumeNodeAffinity {
  const terms = before.required?.nodeSelectorTerms?.map((term, index) => {
    const wanted = after?.required?.nodeSelectorTerms?.[index]?.matchExpressions
    const matchExpressions = term.matchExpressions?.map((expression, at) => {
      const key = wanted?.[at]?.key
      return key !== undefined && STABLE_LABELS.get(expression.key) === key
        ? { ...expression, key }
        : expression
    })
    return { ...term, matchExpressions }
  })
  return before.required === undefined || terms === undefined
    ? before
    : { ...before, required: { ...before.required, nodeSelectorTerms: terms } }
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
