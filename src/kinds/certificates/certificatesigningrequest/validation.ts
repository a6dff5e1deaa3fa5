import type { FieldErrors } from '#meta/field-errors.js'
import { mustBeOneOf } from '#meta/field-rules.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import { MalformedDer } from './der.js'
import { parseRequest, signatureError } from './pkcs10.js'
import type {
  CertificateSigningRequest,
  CertificateSigningRequestCondition,
  CertificateSigningRequestSpec,
} from './schema.js'

const USAGES = [
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
const MAX_SIGNER_NAME_LENGTH = 571
const LEGACY_SIGNER = 'kubernetes.io/legacy-unknown'

/** The request is immutable, and is checked on create. */
export function validateNewRequest({ spec }: Readonly<CertificateSigningRequest>, errors: FieldErrors): void {
  errors.field('spec', spec, validateSpec)
}

export function validateRequest({ status }: Readonly<CertificateSigningRequest>, errors: FieldErrors): void {
  validateConditions(status.conditions, errors)
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

/** A domain with at least one dot, and a path of labels separated by dots. */
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
  for (const error of rfc1123Subdomain(domain)) {
    errors.invalid('signerName', domain, `validating label ${JSON.stringify(domain)}: ${error}`)
  }
  if (!domain.includes('.')) {
    errors.invalid('signerName', domain, 'should be a domain with at least two segments separated by dots')
  }
  for (const label of path.split('.')) {
    for (const error of rfc1123Label(label)) {
      errors.invalid('signerName', path, `validating label ${JSON.stringify(label)}: ${error}`)
    }
  }
  if (name.length > MAX_SIGNER_NAME_LENGTH) errors.tooLarge('signerName', MAX_SIGNER_NAME_LENGTH)
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

function validateCondition(
  { type, status }: CertificateSigningRequestCondition,
  errors: FieldErrors,
  seen: Set<string>,
): void {
  if (type === '') errors.required('type')
  if (status === '') errors.required('status')
  else if (FINAL.includes(type)) {
    if (status !== 'True') errors.notSupported('status', status, ['True'])
  } else mustBeOneOf('status', status, STATUSES, errors)
  if (seen.has(type)) errors.duplicate('type', type)
  else if (seen.has(type === 'Approved' ? 'Denied' : type === 'Denied' ? 'Approved' : type)) {
    errors.invalid('type', type, 'Approved and Denied conditions are mutually exclusive')
  }
  seen.add(type)
}

const has = (
  { status }: Readonly<CertificateSigningRequest>,
  type: CertificateSigningRequestCondition['type'],
): boolean => status.conditions?.some((condition) => condition.type === type) ?? false

/** A decision is final. */
export function validateDecisions(
  request: Readonly<CertificateSigningRequest>,
  current: Readonly<CertificateSigningRequest>,
  errors: FieldErrors,
): void {
  validateConditions(request.status.conditions, errors)
  for (const type of FINAL) {
    if (has(current, type) && !has(request, type)) {
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
    if (has(request, type) && !has(current, type)) {
      errors.forbidden('status.conditions', `updates may not add a condition of type ${JSON.stringify(type)}`)
    }
  }
  const { certificate } = current.status
  if (certificate !== undefined && request.status.certificate !== certificate) {
    errors.forbidden('status.certificate', 'updates may not modify existing certificate content')
  }
}
