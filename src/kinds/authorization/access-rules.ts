import { isDeepStrictEqual } from 'node:util'
import type { FieldErrors } from '#meta/field-errors.js'
import { SET_OPERATORS, validateRequirement } from '#meta/label-selector-rules.js'
import { ObjectMeta } from '#meta/object-meta.js'
import { decoderOf } from '#schema/decode.js'
import { once } from '#util/memoize.js'
import type { SelfSubjectAccessReviewSpec, SubjectAccessReviewSpec } from './access-review.js'
import type {
  FieldSelectorAttributes,
  FieldSelectorRequirement,
  LabelSelectorAttributes,
  ResourceAttributes,
} from './attributes.js'

const emptyMetadata = once(() => decoderOf(ObjectMeta)({}) as ObjectMeta)

/** A review is not stored, so its metadata must be empty. */
export function expectEmptyMetadata(
  metadata: Readonly<ObjectMeta>,
  errors: FieldErrors,
  detail = 'must be empty',
): void {
  const given = { ...metadata, managedFields: undefined }
  if (!isDeepStrictEqual(given, { ...emptyMetadata(), managedFields: undefined })) {
    errors.invalid('metadata', metadata, detail)
  }
}

/** A review is about either a resource or a path. */
export function validateAction(spec: Readonly<SelfSubjectAccessReviewSpec>, errors: FieldErrors): void {
  const { resourceAttributes, nonResourceAttributes } = spec
  if (resourceAttributes !== undefined && nonResourceAttributes !== undefined) {
    errors.invalid(
      'nonResourceAttributes',
      nonResourceAttributes,
      'cannot be specified in combination with resourceAttributes',
    )
  }
  if (resourceAttributes === undefined && nonResourceAttributes === undefined) {
    errors.invalid(
      'resourceAttributes',
      null,
      'exactly one of nonResourceAttributes or resourceAttributes must be specified',
    )
  }
  errors.field('resourceAttributes', resourceAttributes, validateSelectors)
}

export function validateSubjectAction(spec: Readonly<SubjectAccessReviewSpec>, errors: FieldErrors): void {
  validateAction(spec, errors)
  if (spec.user === undefined && spec.groups === undefined) {
    errors.invalid('user', '', 'at least one of user or group must be specified')
  }
}

function validateSelectors({ fieldSelector, labelSelector }: ResourceAttributes, errors: FieldErrors): void {
  errors.field('fieldSelector', fieldSelector, validateFieldSelector)
  errors.field('labelSelector', labelSelector, validateLabelSelector)
}

function validateFieldSelector(selector: FieldSelectorAttributes, errors: FieldErrors): void {
  validateSelectorAttributes(selector, errors, 'spec.resourceAttributes.fieldSelector')
  errors.each('requirements', selector.requirements, validateFieldRequirement)
}

function validateLabelSelector(selector: LabelSelectorAttributes, errors: FieldErrors): void {
  validateSelectorAttributes(selector, errors, 'spec.resourceAttributes.labelSelector')
  errors.each('requirements', selector.requirements, validateRequirement, SET_OPERATORS)
}

/** A selector is either raw or parsed. */
function validateSelectorAttributes(
  { rawSelector, requirements }: FieldSelectorAttributes | LabelSelectorAttributes,
  errors: FieldErrors,
  path: string,
): void {
  if (rawSelector !== undefined && requirements !== undefined) {
    errors.invalid('rawSelector', rawSelector, 'may not specified at the same time as requirements')
  }
  if (rawSelector === undefined && requirements === undefined) {
    errors.required('requirements', `when ${path} is specified, requirements or rawSelector is required`)
  }
}

/** The authorizer may know operators that the server does not. */
function validateFieldRequirement(
  { key, operator, values = [] }: FieldSelectorRequirement,
  errors: FieldErrors,
): void {
  if (key === '') errors.required('key', 'must be specified')
  SET_OPERATORS.get(operator)?.(values, errors)
}
