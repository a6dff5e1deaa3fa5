import { rejection } from '#admission/rejection.js'
import {
  type CertificationRequest,
  parseRequest,
} from '#kinds/certificates/certificatesigningrequest/pkcs10.js'
import type { CertificateSigningRequest } from '#kinds/certificates/certificatesigningrequest/schema.js'
import type { NodeWrite } from './node-write.js'

const KUBELET_SIGNERS = ['kubernetes.io/kubelet-serving', 'kubernetes.io/kube-apiserver-client-kubelet']

/** A kubelet may ask for certificates of its own node. */
export function checkCertificateRequest({ review, node }: NodeWrite): void {
  if (review.operation !== 'create') return
  const { signerName, request } = (review.object as CertificateSigningRequest).spec
  if (!KUBELET_SIGNERS.includes(signerName)) return
  let parsed: CertificationRequest
  try {
    parsed = parseRequest(Buffer.from(request, 'base64'))
  } catch (error) {
    throw rejection(review, `unable to parse csr: ${(error as Error).message}`)
  }
  if (parsed.commonName === `system:node:${node}`) return
  throw rejection(review, `can only create a node CSR with CN=system:node:${node}`)
}
