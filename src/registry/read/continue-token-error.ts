import { findJsonSyntaxError } from '#codec/json/syntax-error.js'

const VERSION = 'meta.k8s.io/v1'
const FIELDS = [
  { name: 'v', type: 'string' },
  { name: 'rv', type: 'int64' },
  { name: 'start', type: 'string' },
] as const
const OTHER = 'it was not given out for this list, or has been changed'

/** Why a text is no continue token of this server, in the words of k8s.io/apiserver, whose tokens are JSON in base64. */
export function continueTokenError(token: string): string {
  const illegal = illegalByteOf(token)
  if (illegal !== undefined) return `illegal base64 data at input byte ${illegal}`
  const json = Buffer.from(token, 'base64url').toString()
  const syntax = findJsonSyntaxError(json)
  if (syntax !== undefined) return syntax.message
  const content: unknown = JSON.parse(json)
  const mismatch = typeMismatchOf(content)
  if (mismatch !== undefined) return `json: cannot unmarshal ${mismatch}`
  const { v = '', rv = 0, start = '' } = (content ?? {}) as { v?: string; rv?: number; start?: string }
  if (v !== VERSION) return `server does not recognize this encoded version ${v}`
  if (rv === 0) return `incorrect encoded start resourceVersion (version ${VERSION})`
  if (start === '') return `encoded start key empty (version ${VERSION})`
  return isClean(start) ? OTHER : start
}

/** The position of the first character that base64url without padding cannot have, or of one that is left over. */
function illegalByteOf(token: string): number | undefined {
  const place = token.search(/[^\w-]/)
  if (place >= 0) return place
  return token.length % 4 === 1 ? token.length - 1 : undefined
}

function typeMismatchOf(content: unknown): string | undefined {
  if (content === null) return undefined
  if (typeof content !== 'object' || Array.isArray(content)) {
    return `${typeOf(content)} into Go value of type storage.continueToken`
  }
  for (const { name, type } of FIELDS) {
    const value = (content as Readonly<Record<string, unknown>>)[name]
    if (value === undefined || value === null) continue
    const fits = type === 'string' ? typeof value === 'string' : Number.isInteger(value)
    if (!fits) return `${typeOf(value)} into Go struct field continueToken.${name} of type ${type}`
  }
  return undefined
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'boolean') return 'bool'
  return typeof value === 'number' && !Number.isInteger(value) ? `number ${value}` : typeof value
}

/** A path that leads to no other list. */
const isClean = (start: string) =>
  start
    .replace(/^\//, '')
    .split('/')
    .every((segment) => segment !== '' && segment !== '.' && segment !== '..')
