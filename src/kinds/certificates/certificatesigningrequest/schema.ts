import { ObjectMeta } from '#meta/object-meta.js'
import { typeMeta } from '#meta/type-meta.js'
import {
  bytes,
  explicit,
  type Infer,
  int32,
  list,
  map,
  optional,
  required,
  string,
  struct,
  time,
} from '#schema/type.js'

export const CertificateSigningRequestSpec = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequestSpec',
  'The certificate that is asked for; never changes.',
  () => ({
    request: required(1, bytes, 'Request for the certificate, as PEM.', { listType: 'atomic' }),
    signerName: required(7, string, 'Who is asked to sign, as a domain and a path.'),
    expirationSeconds: explicit(
      8,
      int32,
      'Wanted time of validity, at least ten minutes; up to the signer when absent.',
    ),
    usages: optional(5, list(string), 'What the certificate is to be used for, such as client auth.', {
      listType: 'atomic',
    }),
    username: optional(2, string, 'Who asks, as far as the server knows.'),
    uid: optional(3, string, 'Identifier of who asks, as far as the server knows.'),
    groups: optional(4, list(string), 'Groups of who asks, as far as the server knows.', {
      listType: 'atomic',
    }),
    extra: optional(6, map(list(string)), 'What else the server knows of who asks.'),
  }),
)
export interface CertificateSigningRequestSpec extends Infer<typeof CertificateSigningRequestSpec> {}

export const CertificateSigningRequestCondition = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequestCondition',
  'One decision about a request.',
  () => ({
    type: required(1, string, 'Approved, Denied, Failed, or a word of the signer.'),
    status: required(6, string, 'True; for words of the signer also False or Unknown.'),
    reason: optional(2, string, 'CamelCase word for the cause of the decision.'),
    message: optional(3, string, 'Readable text with details of the decision.'),
    lastUpdateTime: optional(4, time, 'When the decision was last looked at; now when left out.'),
    lastTransitionTime: optional(
      5,
      time,
      'When the status last moved from one value to another; now when left out.',
    ),
  }),
)
export interface CertificateSigningRequestCondition
  extends Infer<typeof CertificateSigningRequestCondition> {}

export const CertificateSigningRequestStatus = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequestStatus',
  'What became of a request.',
  () => ({
    conditions: optional(1, list(CertificateSigningRequestCondition), 'Decisions about the request.', {
      listType: 'map',
      listMapKeys: ['type'],
    }),
    certificate: optional(2, bytes, 'The certificate, as PEM, once it is signed; never changes.', {
      listType: 'atomic',
    }),
  }),
)
export interface CertificateSigningRequestStatus extends Infer<typeof CertificateSigningRequestStatus> {}

export const CertificateSigningRequest = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequest',
  'Asks for a certificate, which others approve and sign.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the request.'),
    spec: required(2, CertificateSigningRequestSpec, 'The certificate that is asked for.'),
    status: optional(3, CertificateSigningRequestStatus, 'Decisions about the request, and the certificate.'),
  }),
)
export interface CertificateSigningRequest extends Infer<typeof CertificateSigningRequest> {}
