import { decodeNew, rulesOfCreate, rulesOfStatus, WRITE } from '#kinds/example-objects.fixture.js'
import { FieldErrors } from '#meta/field-errors.js'
import { rfc1123Label, rfc1123Subdomain } from '#meta/formats.js'
import {
  type Body,
  forbidden,
  given,
  invalid,
  oneOf,
  type RuleTable,
  tooLarge,
  unique,
} from '#meta/rule-examples.fixture.js'
import { certificateSigningRequest } from './index.js'
import { keepAllButDecisions } from './strategy.js'
import { USAGES, validateDecisions } from './validation.js'

const version = certificateSigningRequest.storageVersion

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** A request that `ann` of `dev` has signed. */
const REQUEST = [
  '-----BEGIN CERTIFICATE REQUEST-----',
  'MIHWMH4CAQAwHDEMMAoGA1UEAwwDYW5uMQwwCgYDVQQKDANkZXYwWTATBgcqhkjO',
  'PQIBBggqhkjOPQMBBwNCAAQOZ4xS64S624C09tVnsSsew3m3nTpA6JR1Gnh+Ouat',
  'bQP3O70rxqIDpGCdfyz9OEjv0iCm4sxRLCjRtfwhTKWLoAAwCgYIKoZIzj0EAwID',
  'SAAwRQIhAOjM8NJdRBvxF2Ew3XMpecCyb7TbeYfhQyQPXdbl/A5MAiAbsII5BsQ/',
  'ZXXKj5ndZy4oID0BJqR63DQW5P32qZSC1g==',
  '-----END CERTIFICATE REQUEST-----',
].join('\n')

/** A certificate for anything. */
const CERTIFICATE = [
  '-----BEGIN CERTIFICATE-----',
  'MIIBcDCCARWgAwIBAgIUSY9ZNC7JIj1tLmnkOM7+7fyTKBswCgYIKoZIzj0EAwIw',
  'DDEKMAgGA1UEAwwBeDAgFw0yNjExMTgyMDI4NDZaGA8yMTI2MTAyNTIwMjg0Nlow',
  'DDEKMAgGA1UEAwwBeDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABA5njFLrhLrb',
  'gLT21WexKx7DebedOkDolHUaeH465q1tA/c7vSvGogOkYJ1/LP04SO/SIKbizFEs',
  'KNG1/CFMpYujUzBRMB0GA1UdDgQWBBSD0vnxLnU+bInh5nFcH7KrnmFIUzAfBgNV',
  'HSMEGDAWgBSD0vnxLnU+bInh5nFcH7KrnmFIUzAPBgNVHRMBAf8EBTADAQH/MAoG',
  'CCqGSM49BAMCA0kAMEYCIQChldOUR40uQi09bfH7wbOjeNjnihnA9vqULLOcIGy5',
  'AAIhAPHH2IedUgN6brHUL1vSETAtI4tyD75eFQSsAWxy1ruB',
  '-----END CERTIFICATE-----',
].join('\n')

const pem = (type: string, text: string) =>
  base64(`-----BEGIN ${type}-----\n${text}\n-----END ${type}-----\n`)

const VALID = { request: base64(REQUEST), signerName: 'example.com/signer', usages: ['client auth'] }
const signer = (signerName: string) => ({ signerName })
const usages = (...usages: string[]) => ({ usages })
const request = (request: string) => ({ request })

export const signingRequestRules = rulesOfCreate({
  type: 'CertificateSigningRequest',
  version,
  at: 'spec',
  object: (spec) => ({ spec: { ...VALID, ...spec } }),
  examples: [
    invalid(
      'request',
      'must be a certificate request in PEM',
      'PEM block type must be CERTIFICATE REQUEST',
      request(base64('text')),
      request(VALID.request),
    ),
    invalid(
      'request',
      'must be in the format PKCS#10',
      'asn1: syntax error: data truncated',
      request(pem('CERTIFICATE REQUEST', 'MIHWMH4C')),
      request(VALID.request),
    ),
    invalid(
      'request',
      'must be signed with its key',
      'x509: ECDSA verification failure',
      request(base64(REQUEST.replace('DANkZXYw', 'DANkZXUw'))),
      request(VALID.request),
    ),
    given('usages', usages(), usages('any')),
    oneOf('usages[1]', USAGES, usages('any', 'all'), usages('any', 'signing')),
    unique('usages[1]', 'must be unique', usages('any', 'any'), usages('any', 'signing')),
    invalid(
      'signerName',
      'must not be the name for requests of an old version',
      'the legacy signerName is not allowed via this API version',
      signer('kubernetes.io/legacy-unknown'),
      signer('kubernetes.io/kubelet-serving'),
    ),
    given('signerName', signer(''), signer('example.com/a')),
    invalid(
      'signerName',
      'must be a domain and a path',
      "must be a fully qualified domain and path of the form 'example.com/signer-name'",
      signer('example.com/a/b'),
      signer('example.com/a.b'),
    ),
    {
      ...tooLarge('signerName', 253, signer(`${'a.'.repeat(126)}ab/c`), signer(`${'a.'.repeat(126)}a/c`)),
      rule: 'must have a domain of at most 253 bytes',
    },
    invalid(
      'signerName',
      'must have a domain of labels',
      `validating label "A": ${rfc1123Label('A').join()}`,
      signer('A.b/c'),
      signer('a.b/c'),
    ),
    invalid(
      'signerName',
      'must have a domain with a dot',
      'should be a domain with at least two segments separated by dots',
      signer('a/c'),
      signer('a.b/c'),
    ),
    invalid(
      'signerName',
      'must have a path of names',
      `validating label "C": ${rfc1123Subdomain('C').join()}`,
      signer('a.b/c.C'),
      signer('a.b/c.d'),
    ),
    tooLarge('signerName', 571, signer(`a.b/${'c.'.repeat(285)}`.slice(0, -1)), signer('a.b/c')),
    invalid(
      'expirationSeconds',
      'must be at least 600',
      'may not specify a duration less than 600 seconds (10 minutes)',
      { expirationSeconds: 599 },
      { expirationSeconds: 600 },
    ),
  ],
})

const conditions = (...conditions: readonly Body[]) => ({ conditions })
const is = (type: string, status = 'True') => ({ type, status })
const certificate = (certificate: string) => ({ certificate })
const ISSUED = base64(CERTIFICATE)

export const signingRequestStatusRules = rulesOfStatus({
  type: 'CertificateSigningRequest',
  version,
  at: 'status',
  before: { spec: VALID },
  object: (status) => status,
  examples: [
    given('conditions[0].type', conditions(is('')), conditions(is('Odd'))),
    given('conditions[0].status', conditions(is('Failed', '')), conditions(is('Failed'))),
    oneOf(
      'conditions[0].status',
      ['True'],
      conditions(is('Failed', 'False')),
      conditions(is('Failed', 'True')),
    ),
    oneOf(
      'conditions[0].status',
      ['False', 'True', 'Unknown'],
      conditions(is('Odd', 'Maybe')),
      conditions(is('Odd', 'Unknown')),
    ),
    unique(
      'conditions[1].type',
      'must be unique',
      conditions(is('Odd'), is('Odd')),
      conditions(is('Odd'), is('Even')),
    ),
    invalid(
      'certificate',
      'must have no other blocks than certificates',
      'only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"',
      certificate(base64(REQUEST)),
      certificate(ISSUED),
    ),
    invalid(
      'certificate',
      'must have no headers',
      'no PEM block headers are permitted',
      certificate(pem('CERTIFICATE', 'a: b\n\nAAAA')),
      certificate(ISSUED),
    ),
    invalid(
      'certificate',
      'must be in the format X.509',
      'x509: malformed certificate',
      certificate(pem('CERTIFICATE', 'AAAA')),
      certificate(ISSUED),
    ),
    invalid(
      'certificate',
      'must not have empty blocks',
      'found CERTIFICATE PEM block containing 0 certificates',
      certificate(pem('CERTIFICATE', '')),
      certificate(ISSUED),
    ),
    invalid(
      'certificate',
      'must be in PEM',
      'must contain at least one CERTIFICATE PEM block',
      certificate(base64('text')),
      certificate(ISSUED),
    ),
    ...['Approved', 'Denied'].map((type) =>
      forbidden(
        'conditions',
        `must not have a new condition ${type}`,
        `updates may not add a condition of type "${type}"`,
        conditions(is(type)),
        conditions(is('Failed')),
      ),
    ),
  ],
})

export const issuedRequestRules = rulesOfStatus({
  type: 'CertificateSigningRequest with a certificate',
  version,
  at: 'status',
  before: { spec: VALID, status: { ...conditions(is('Failed')), certificate: ISSUED } },
  object: (status) => ({ ...conditions(is('Failed')), certificate: ISSUED, ...status }),
  examples: [
    forbidden(
      'conditions',
      'must keep a condition Failed',
      'updates may not remove a condition of type "Failed"',
      { conditions: [] },
      {},
    ),
    forbidden(
      'certificate',
      'is immutable',
      'updates may not modify existing certificate content',
      certificate(base64(`${CERTIFICATE}\n${CERTIFICATE}\n`)),
      {},
    ),
  ],
})

/** The rules on the conditions that an approver sets. */
const rulesOfApproval = (before: Body, examples: RuleTable['examples']): RuleTable => ({
  type: 'CertificateSigningRequest',
  on: 'approval',
  at: 'status',
  write(status) {
    const request = { apiVersion: 'certificates.k8s.io/v1', kind: 'CertificateSigningRequest', spec: VALID }
    return { before: { ...request, status: before }, object: { ...request, status } }
  },
  validate(status) {
    const current = { ...decodeNew(version, { spec: VALID }), status: before as typeof object.status }
    const object = version.decode({ spec: VALID, status })
    keepAllButDecisions(object, current, WRITE)
    const errors = new FieldErrors()
    validateDecisions(object, current, errors)
    return errors.all
  },
  examples,
})

export const approvalRules = rulesOfApproval({}, [
  invalid(
    'conditions[1].type',
    'must not be approved and denied',
    'Approved and Denied conditions are mutually exclusive',
    conditions(is('Approved'), is('Denied')),
    conditions(is('Approved'), is('Odd')),
  ),
  invalid(
    'conditions[1].type',
    'must not be denied and approved',
    'Approved and Denied conditions are mutually exclusive',
    conditions(is('Denied'), is('Approved')),
    conditions(is('Denied'), is('Odd')),
  ),
])

export const decidedRequestRules: readonly RuleTable[] = ['Approved', 'Denied'].map((type) =>
  rulesOfApproval(conditions(is(type)), [
    forbidden(
      'conditions',
      `must keep a condition ${type}`,
      `updates may not remove a condition of type "${type}"`,
      conditions(),
      conditions(is(type)),
    ),
  ]),
)
