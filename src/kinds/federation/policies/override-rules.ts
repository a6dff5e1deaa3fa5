import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeGivenAsOneOf, mustFollow } from '#meta/field-rules.js'
import { dns1123Label } from '#meta/formats.js'
import { validateAnnotations, validateLabels } from '#meta/label-rules.js'
import type { ApiObject } from '#meta/object-meta.js'
import {
  type ContainerWords,
  JSON_PATCH_OPERATIONS,
  type JsonPatchOperation,
  type Override,
  type OverrideSpec,
} from './overrides.js'
import { MAX_SELECTORS, validateClusterAffinity, validateResourceSelectors } from './selector-rules.js'

interface Overriding extends ApiObject {
  readonly spec: OverrideSpec
}

export const overrideRules = (isNamespaced: boolean) => (policy: Readonly<Overriding>, errors: FieldErrors) =>
  errors.field('spec', policy.spec, validateOverrides, { isNamespaced })

function validateOverrides(
  { resourceSelectors, overrides }: OverrideSpec,
  errors: FieldErrors,
  scope: { readonly isNamespaced: boolean },
): void {
  validateResourceSelectors(resourceSelectors, errors, scope)
  if (overrides === undefined || overrides.length === 0) errors.required('overrides', 'must change something')
  else if (overrides.length > MAX_SELECTORS) errors.tooMany('overrides', overrides.length, MAX_SELECTORS)
  else errors.each('overrides', overrides, validateOverride)
}

/** A host with an optional port, and a path of lower case letters, such as `registry.eu.example:5000/mirror`. */
const REGISTRY = /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?(\/[a-z0-9]+([._-]+[a-z0-9]+)*)*$/
const MAX_REGISTRY_LENGTH = 255
/** Labels and annotations that the federation itself sets on copies. */
const OWN_PREFIX = 'federation.binnacle.dev/'

function validateOverride(override: Override, errors: FieldErrors): void {
  const { target, imageRegistry, labels, annotations, command, args, jsonPatches } = override
  errors.field('target', target, validateClusterAffinity)
  if (imageRegistry && (imageRegistry.length > MAX_REGISTRY_LENGTH || !REGISTRY.test(imageRegistry)))
    errors.invalid(
      'imageRegistry',
      imageRegistry,
      'must be a registry, such as registry.example.com:5000/mirror',
    )
  validateLabels('labels', labels, errors)
  validateAnnotations('annotations', annotations, errors)
  for (const [field, map] of Object.entries({ labels, annotations }))
    for (const key in map)
      if (key.startsWith(OWN_PREFIX)) errors.forbidden(`${field}[${key}]`, 'the federation sets it on copies')
  errors.each('command', command, validateWords)
  errors.each('args', args, validateWords)
  errors.each('jsonPatches', jsonPatches, validateOperation)
  const parts = [labels, annotations, command, args, jsonPatches]
  if (!imageRegistry && parts.every((part) => part === undefined || Object.keys(part).length === 0))
    errors.required('', 'must change something')
}

function validateWords({ containerName }: ContainerWords, errors: FieldErrors): void {
  mustFollow('containerName', containerName, dns1123Label, errors)
}

const POINTER = /^(\/([^~/]|~[01])*)+$/
const MAX_POINTER_LENGTH = 1024
/** Parts that are the same in all clusters, or belong to the member. */
const FIXED = ['apiVersion', 'kind', 'status', 'metadata']
const FREE = ['/metadata/labels', '/metadata/annotations']

function validateOperation({ op, path, from, value }: JsonPatchOperation, errors: FieldErrors): void {
  mustBeGivenAsOneOf('op', op, JSON_PATCH_OPERATIONS, errors)
  validatePointer('path', path, op !== 'test', errors)
  const hasFrom = op === 'move' || op === 'copy'
  if (hasFrom) validatePointer('from', from, op === 'move', errors)
  else if (from) errors.forbidden('from', 'may only be given for move and copy')
  const needsValue = op === 'add' || op === 'replace' || op === 'test'
  if (needsValue && value === undefined) errors.required('value', `must be given for ${op}`)
}

function validatePointer(
  field: string,
  text: string | undefined,
  isChanged: boolean,
  errors: FieldErrors,
): void {
  if (!text) errors.required(field)
  else if (text.length > MAX_POINTER_LENGTH || !POINTER.test(text))
    errors.invalid(field, text, 'must be a JSON pointer, such as /spec/paused')
  else if (isChanged && isFixed(text)) errors.invalid(field, text, 'must be the same in all clusters')
}

function isFixed(pointer: string): boolean {
  const [, first = ''] = pointer.split('/')
  return FIXED.includes(first) && !FREE.some((free) => pointer === free || pointer.startsWith(`${free}/`))
}
