import { StatusDetails } from '#meta/status.js'
import { decoderOf } from '#schema/decode.js'
import { DecodeError } from '#schema/decode-error.js'
import { excerpt, jsonExcerpt } from '#util/excerpt.js'

/** The response of an AdmissionReview. */
export interface ReviewResponse {
  readonly allowed: boolean
  /** Why the request is denied. */
  readonly status: ReviewStatus
  /** A JSON patch as JSON; undefined without changes. */
  readonly patch: Buffer | undefined
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
}

export interface ReviewStatus {
  readonly code: number
  readonly reason: string
  readonly message: string
  /** Object and causes, if they are valid. */
  readonly details: StatusDetails | undefined
}

/** Maximum length of a message in a denial. */
const MAX_MESSAGE_LENGTH = 32 * 1024

type Properties = Readonly<Record<string, unknown>>

/** Why a response is invalid. */
export class InvalidReviewResponse extends Error {
  override readonly name = 'InvalidReviewResponse'
}

/** Reads the AdmissionReview of a webhook. Throws `InvalidReviewResponse`. */
export function readReviewResponse(
  body: unknown,
  { uid, reviewVersion, isMutating }: { uid: string; reviewVersion: string; isMutating: boolean },
): ReviewResponse {
  const review = objectOf(body)
  const response = review.response
  if (response === undefined || response === null)
    throw new InvalidReviewResponse('webhook response was absent')
  const given = objectOf(response)
  // v1beta1 did not require this.
  if (reviewVersion === 'v1') expectResponseTo(uid, review, given)
  if (typeof given.allowed !== 'boolean')
    throw new InvalidReviewResponse('webhook response does not set allowed')
  return {
    allowed: given.allowed,
    status: readStatus(given.status),
    patch: readPatch(given, isMutating, reviewVersion),
    warnings: stringsOf(given.warnings),
    auditAnnotations: annotationsOf(given.auditAnnotations),
  }
}

function expectResponseTo(uid: string, { apiVersion, kind }: Properties, response: Properties): void {
  if (response.uid !== uid) {
    throw new InvalidReviewResponse(`expected response.uid=${quoted(uid)}, got ${quoted(response.uid ?? '')}`)
  }
  if (apiVersion === 'admission.k8s.io/v1' && kind === 'AdmissionReview') return
  const got = `${excerpt(textOf(apiVersion))}, Kind=${excerpt(textOf(kind))}`
  throw new InvalidReviewResponse(
    `expected webhook response of admission.k8s.io/v1, Kind=AdmissionReview, got ${got}`,
  )
}

function readPatch(response: Properties, isMutating: boolean, reviewVersion: string): Buffer | undefined {
  const patch = textOf(response.patch)
  const type = response.patchType ?? undefined
  if (!isMutating) {
    if (patch !== '') throw new InvalidReviewResponse('validating webhook may not return response.patch')
    if (type !== undefined)
      throw new InvalidReviewResponse('validating webhook may not return response.patchType')
    return undefined
  }
  if (patch === '' && type === undefined) return undefined
  if (type === undefined && reviewVersion === 'v1') {
    throw new InvalidReviewResponse('webhook returned response.patch but not response.patchType')
  }
  if (patch === '')
    throw new InvalidReviewResponse('webhook returned response.patchType but not response.patch')
  if (type !== undefined && type !== 'JSONPatch') {
    throw new InvalidReviewResponse(`webhook returned invalid response.patchType of ${quoted(type)}`)
  }
  return Buffer.from(patch, 'base64')
}

function readStatus(status: unknown): ReviewStatus {
  const { code, reason, message, details } = status === undefined || status === null ? {} : objectOf(status)
  return {
    code: typeof code === 'number' ? code : 0,
    reason: textOf(reason),
    message: excerpt(textOf(message), MAX_MESSAGE_LENGTH),
    details: readDetails(details),
  }
}

const decodeDetails = decoderOf(StatusDetails)

function readDetails(details: unknown): StatusDetails | undefined {
  if (details === undefined || details === null) return undefined
  try {
    return decodeDetails(details)
  } catch (error) {
    if (error instanceof DecodeError)
      throw new InvalidReviewResponse(`response.status.details: ${error.message}`)
    throw error
  }
}

function objectOf(value: unknown): Properties {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Properties
  throw new InvalidReviewResponse(`expected an object, got ${quoted(value)}`)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

const stringsOf = (value: unknown) =>
  Array.isArray(value) ? value.filter((text): text is string => typeof text === 'string') : []

function annotationsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, text]) => typeof text === 'string'))
}

const quoted = (value: unknown) => (value === undefined ? 'nothing' : jsonExcerpt(value))
