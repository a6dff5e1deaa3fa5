import { NOTHING } from '#kinds/shared/workload-columns.js'
import { ageText } from '#registry/serialize/age.js'
import { AGE, type Column, NAME } from '#registry/serialize/column.js'
import type { CertificateSigningRequest } from './schema.js'

export const requestColumns: readonly Column<CertificateSigningRequest>[] = [
  NAME,
  AGE,
  {
    name: 'SignerName',
    type: 'string',
    description: 'Who is asked to sign.',
    cell: ({ spec }) => spec.signerName,
  },
  {
    name: 'Requestor',
    type: 'string',
    description: 'Who asks.',
    cell: ({ spec }) => spec.username ?? '',
  },
  {
    name: 'RequestedDuration',
    type: 'string',
    description: 'Wanted time of validity.',
    cell: ({ spec }) =>
      spec.expirationSeconds === undefined ? NOTHING : durationText(spec.expirationSeconds),
  },
  {
    name: 'Condition',
    type: 'string',
    description: 'What became of the request.',
    cell: decision,
  },
]

const durationText = (seconds: number) => ageText(new Date(0).toISOString(), seconds * 1000)

function decision({ status }: CertificateSigningRequest): string {
  const has = (type: string) => status.conditions?.some((condition) => condition.type === type) ?? false
  const words = [has('Denied') ? 'Denied' : has('Approved') ? 'Approved' : 'Pending']
  if (has('Failed')) words.push('Failed')
  if (status.certificate !== undefined) words.push('Issued')
  return words.join(',')
}
