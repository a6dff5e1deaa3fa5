import type { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { APPROVED, type NewCondition } from './conditions.js'
import type { CustomResourceDefinition } from './schema.js'

/** CRDs in community groups (`*.k8s.io`) need an approval annotation: the URL of the approval, or `unapproved`. */
const ANNOTATION = 'api-approved.kubernetes.io'
const COMMUNITY_GROUP = /(^|\.)(k8s|kubernetes)\.io$/
const SEE = 'see https://github.com/kubernetes/enhancements/pull/1111'

interface Approval {
  readonly state: 'missing' | 'invalid' | 'bypassed' | 'approved'
  readonly words: string
}

function approvalOf({ annotations }: Readonly<ObjectMeta>): Approval {
  const annotation = annotations?.[ANNOTATION] ?? ''
  const needed = `protected groups must have approval annotation "${ANNOTATION}"`
  if (annotation === '') return { state: 'missing', words: `${needed}, ${SEE}` }
  if (annotation.startsWith('unapproved')) {
    return { state: 'bypassed', words: `not approved: ${JSON.stringify(annotation)}` }
  }
  if (isAddress(annotation)) return { state: 'approved', words: `approved in ${annotation}` }
  return {
    state: 'invalid',
    words: `${needed} with either a URL or a reason starting with "unapproved", ${SEE}`,
  }
}

const isAddress = (text: string) => /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(text) && URL.canParse(text)

/** An invalid annotation may stay, so that clients that do not know it can change other fields. */
export function validateApproval(
  { metadata, spec }: Readonly<CustomResourceDefinition>,
  current: Readonly<CustomResourceDefinition> | undefined,
  errors: FieldErrors,
): void {
  if (!COMMUNITY_GROUP.test(spec.group)) return
  const { state, words } = approvalOf(metadata)
  if (current !== undefined && approvalOf(current.metadata).state === state) return
  const field = `metadata.annotations[${ANNOTATION}]`
  if (state === 'missing') errors.required(field, words)
  if (state === 'invalid') errors.invalid(field, metadata.annotations?.[ANNOTATION], words)
}

const REASONS = {
  missing: 'MissingAnnotation',
  invalid: 'InvalidAnnotation',
  bypassed: 'UnapprovedAnnotation',
  approved: 'ApprovedAnnotation',
} as const

/** Undefined for groups that need no approval. */
export function approvalCondition({
  metadata,
  spec,
}: Readonly<CustomResourceDefinition>): NewCondition | undefined {
  if (!COMMUNITY_GROUP.test(spec.group)) return undefined
  const { state, words } = approvalOf(metadata)
  const status = state === 'approved' ? 'True' : 'False'
  return { type: APPROVED, status, reason: REASONS[state], message: words }
}
