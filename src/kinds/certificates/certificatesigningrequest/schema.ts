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
  'The requested certificate; never changes.',
  () => ({
    request: required(1, bytes, 'PKCS#10 certificate request, in PEM.', { listType: 'atomic' }),
    signerName: required(7, string, 'Requested signer, as a domain and a path.'),
    expirationSeconds: explicit(
      8,
      int32,
      'Requested lifetime in seconds, at least ten minutes; the signer decides when absent.',
    ),
    usages: optional(5, list(string), 'Requested key usages, such as client auth.', {
      listType: 'atomic',
    }),
    username: optional(2, string, 'Name of the requesting user; set by the server.'),
    uid: optional(3, string, 'UID of the requesting user; set by the server.'),
    groups: optional(4, list(string), 'Groups of the requesting user; set by the server.', {
      listType: 'atomic',
    }),
    extra: optional(6, map(list(string)), 'Further data about the requesting user; set by the server.'),
  }),
)
export interface CertificateSigningRequestSpec extends Infer<typeof CertificateSigningRequestSpec> {}

export const CertificateSigningRequestCondition = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequestCondition',
  'One decision about a request.',
  () => ({
    type: required(1, string, 'Approved, Denied, Failed, or a type of the signer.'),
    status: required(6, string, 'True; for types of the signer also False or Unknown.'),
    reason: optional(2, string, 'Reason of the decision, as a CamelCase word.'),
    message: optional(3, string, 'Details of the decision, for people.'),
    lastUpdateTime: optional(4, time, 'When the decision was last updated; now when left out.'),
    lastTransitionTime: optional(5, time, 'When the status last changed; now when left out.'),
  }),
)
export interface CertificateSigningRequestCondition
  extends Infer<typeof CertificateSigningRequestCondition> {}

export const CertificateSigningRequestStatus = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequestStatus',
  'Decisions about a request, and its certificate.',
  () => ({
    conditions: optional(1, list(CertificateSigningRequestCondition), 'Decisions about the request.', {
      listType: 'map',
      listMapKeys: ['type'],
    }),
    certificate: optional(2, bytes, 'The signed certificate, in PEM; never changes.', {
      listType: 'atomic',
    }),
  }),
)
export interface CertificateSigningRequestStatus extends Infer<typeof CertificateSigningRequestStatus> {}

export const CertificateSigningRequest = struct(
  'io.k8s.api.certificates.v1.CertificateSigningRequest',
  'Requests a certificate, which an approver approves and a signer issues.',
  () => ({
    ...typeMeta,
    metadata: optional(1, ObjectMeta, 'Name, labels and other standard data of the request.'),
    spec: required(2, CertificateSigningRequestSpec, 'The requested certificate.'),
    status: optional(3, CertificateSigningRequestStatus, 'Decisions about the request, and the certificate.'),
  }),
)
export interface CertificateSigningRequest extends Infer<typeof CertificateSigningRequest> {}
