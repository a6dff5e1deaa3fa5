import type { FieldErrors } from '#meta/field-errors.js'
import type { ObjectMeta } from '#meta/object-meta.js'
import { APPROVED, type Finding } from './conditions.js'
import type { CustomResourceDefinition } from './schema.js'

/** Groups of the community are for kinds that the community has approved; an annotation says where, or that it has not. */
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

/** The annotation may stay as bad as it is, so that clients that know nothing of it can change the rest. */
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

/** Undefined for the groups that need no approval. */
export function approvalFinding({ metadata, spec }: Readonly<CustomResourceDefinition>): Finding | undefined {
  if (!COMMUNITY_GROUP.test(spec.group)) return undefined
  const { state, words } = approvalOf(metadata)
  const status = state === 'approved' ? 'True' : 'False'
  return { type: APPROVED, status, reason: REASONS[state], message: words }
}
