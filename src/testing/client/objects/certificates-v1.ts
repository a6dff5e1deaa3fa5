// Written by `npm run types:objects` from the schemas of the kinds. Do not edit.

import type { ObjectMeta } from './meta-v1.js'

/** Requests a certificate, which an approver approves and a signer issues. */
export interface CertificateSigningRequest {
  kind: 'CertificateSigningRequest'
  apiVersion: 'certificates.k8s.io/v1'
  /** Name, labels and other standard data of the request. */
  metadata: ObjectMeta
  /** The requested certificate. */
  spec: CertificateSigningRequestSpec
  /** Decisions about the request, and the certificate. */
  status: CertificateSigningRequestStatus
}

/** One decision about a request. */
export interface CertificateSigningRequestCondition {
  /** Approved, Denied, Failed, or a type of the signer. */
  type: string
  /** True; for types of the signer also False or Unknown. */
  status: string
  /** Reason of the decision, as a CamelCase word. */
  reason?: string
  /** Details of the decision, for people. */
  message?: string
  /** When the decision was last updated; now when left out. */
  lastUpdateTime: string | null
  /** When the status last changed; now when left out. */
  lastTransitionTime: string | null
}

/** The requested certificate; never changes. */
export interface CertificateSigningRequestSpec {
  /** PKCS#10 certificate request, in PEM. */
  request: string
  /** Requested signer, as a domain and a path. */
  signerName: string
  /** Requested lifetime in seconds, at least ten minutes; the signer decides when absent. */
  expirationSeconds?: number
  /** Requested key usages, such as client auth. */
  usages?: string[]
  /** Name of the requesting user; set by the server. */
  username?: string
  /** UID of the requesting user; set by the server. */
  uid?: string
  /** Groups of the requesting user; set by the server. */
  groups?: string[]
  /** Further data about the requesting user; set by the server. */
  extra?: Record<string, string[]>
}

/** Decisions about a request, and its certificate. */
export interface CertificateSigningRequestStatus {
  /** Decisions about the request. */
  conditions?: CertificateSigningRequestCondition[]
  /** The signed certificate, in PEM; never changes. */
  certificate?: string
}
