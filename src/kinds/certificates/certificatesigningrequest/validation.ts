import type { FieldErrors, StringFormat } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { certificateError } from './certificate.js'
import { MalformedDer } from './der.js'
import { parseRequest, signatureError } from './pkcs10.js'
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from './schema.js'

export const USAGES = [
  'any',
  'cert sign',
  'client auth',
  'code signing',
  'content commitment',
  'crl sign',
  'data encipherment',
  'decipher only',
  'digital signature',
  'email protection',
  'encipher only',
  'ipsec end system',
  'ipsec tunnel',
  'ipsec user',
  'key agreement',
  'key encipherment',
  'microsoft sgc',
  'netscape sgc',
  'ocsp signing',
  's/mime',
  'server auth',
  'signing',
  'timestamping',
]
const MIN_VALIDITY = 600
const MAX_DOMAIN_LENGTH = 253
const MAX_SIGNER_NAME_LENGTH = 571
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown'

/** The request is immutable. An update of the object keeps all but the metadata. */
export function validateNewRequest({ spec }: Readonly<CertificateSigningRequest>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

function validateSpec(spec: CertificateSigningRequestSpec, errors: FieldErrors): void {
  const { request, usages = [], signerName, expirationSeconds } = spec
  const error = requestError(Buffer.from(request, 'base64'))
  if (error !== undefined) errors.invalid('request', request, error)
  if (usages.length === 0) errors.required('usages')
  errors.each('usages', usages, (usage, errors) => mustBeOneOf('', usage, USAGES, errors))
  errors.eachDistinct('usages', usages, mustBeNew)
  if (signerName === LEGACY_SIGNER) {
    errors.invalid('signerName', signerName, 'the legacy signerName is not allowed via this API version')
  } else validateSignerName(signerName, errors)
  if (expirationSeconds !== undefined && expirationSeconds < MIN_VALIDITY) {
    errors.invalid(
      'expirationSeconds',
      expirationSeconds,
      `may not specify a duration less than ${MIN_VALIDITY} seconds (10 minutes)`,
    )
  }
}

/** The error of a PEM request; undefined if it is valid and its sender has the key. */
function requestError(pem: Buffer): string | undefined {
  try {
    return signatureError(parseRequest(pem))
  } catch (error) {
    if (error instanceof MalformedDer) return error.message
    throw error
  }
}

function mustBeNew(usage: string, errors: FieldErrors, seen: Set<string>): void {
  if (seen.has(usage)) errors.duplicate('', usage)
  seen.add(usage)
}

/** A domain with at least one dot, and a path of names separated by dots. */
function validateSignerName(name: string, errors: FieldErrors): void {
  if (name === '') {
    errors.required('signerName')
    return
  }
  const [domain = '', path, ...others] = name.split('/')
  if (path === undefined || others.length > 0) {
    errors.invalid(
      'signerName',
      name,
      "must be a fully qualified domain and path of the form 'example.com/signer-name'",
    )
    return
  }
  if (domain.length > MAX_DOMAIN_LENGTH) errors.tooLarge('signerName', MAX_DOMAIN_LENGTH)
  mustHaveLabels(domain, rfc1123Label, errors)
  if (!domain.includes('.')) {
    errors.invalid('signerName', domain, 'should be a domain with at least two segments separated by dots')
  }
  mustHaveLabels(path, rfc1123Subdomain, errors)
  if (name.length > MAX_SIGNER_NAME_LENGTH) errors.tooLarge('signerName', MAX_SIGNER_NAME_LENGTH)
}

/** Reports the first label that does not match. */
function mustHaveLabels(part: string, format: StringFormat, errors: FieldErrors): void {
  const wrong = part.split('.').find((label) => format(label).length > 0)
  if (wrong === undefined) return
  for (const message of format(wrong)) {
    errors.invalid('signerName', part, `validating label ${JSON.stringify(wrong)}: ${message}`)
  }
}

const DECISIONS = ['Approved', 'Denied']
const FINAL = [...DECISIONS, 'Failed']
const STATUSES = ['False', 'True', 'Unknown']

function validateConditions(
  conditions: readonly CertificateSigningRequestCondition[] | undefined,
  errors: FieldErrors,
): void {
  errors.eachDistinct('status.conditions', conditions, validateCondition)
}

/** From the condition on with which a request is both approved and denied, each one is reported. */
function validateCondition(
  { type, status }: CertificateSigningRequestCondition,
  errors: FieldErrors,
  seen: Set<string>,
): void {
  const isSeen = seen.has(type)
  seen.add(type)
  if (type === '') errors.required('type')
  if (status === '') errors.required('status')
  else if (FINAL.includes(type)) {
    if (status !== 'True') errors.notSupported('status', status, ['True'])
  } else mustBeOneOf('status', status, STATUSES, errors)
  if (DECISIONS.every((decision) => seen.has(decision))) {
    errors.invalid('type', type, 'Approved and Denied conditions are mutually exclusive')
  }
  if (isSeen) errors.duplicate('type', type)
}

const countOf = ({ status }: Readonly<CertificateSigningRequest>, type: string): number =>
  status.conditions?.filter((condition) => condition.type === type).length ?? 0

/** A decision is final. */
export function validateDecisions(
  request: Readonly<CertificateSigningRequest>,
  current: Readonly<CertificateSigningRequest>,
  errors: FieldErrors,
): void {
  validateConditions(request.status.conditions, errors)
  if (request.status.certificate !== current.status.certificate) {
    const error = certificateError(Buffer.from(request.status.certificate ?? '', 'base64'))
    if (error !== undefined) errors.invalid('status.certificate', '<certificate data>', error)
  }
  for (const type of FINAL) {
    if (countOf(request, type) < countOf(current, type)) {
      errors.forbidden(
        'status.conditions',
        `updates may not remove a condition of type ${JSON.stringify(type)}`,
      )
    }
  }
}

/** A signer cannot approve or deny, and an issued certificate is final. */
export function validateStatusUpdate(
  request: Readonly<CertificateSigningRequest>,
  current: Readonly<CertificateSigningRequest>,
  errors: FieldErrors,
): void {
  validateDecisions(request, current, errors)
  for (const type of DECISIONS) {
    if (countOf(request, type) > countOf(current, type)) {
      errors.forbidden('status.conditions', `updates may not add a condition of type ${JSON.stringify(type)}`)
    }
  }
  const { certificate } = current.status
  if (certificate !== undefined && request.status.certificate !== certificate) {
    errors.forbidden('status.certificate', 'updates may not modify existing certificate content')
  }
}
