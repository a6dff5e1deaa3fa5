import type { StringFormat } from './field-errors.js'

/** The formats of names and labels, with the messages of Kubernetes. */

export const VALID: readonly string[] = []

const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = `${LABEL}(\\.${LABEL})*`
const DNS1035 = '[a-z]([-a-z0-9]*[a-z0-9])?'
const NAME_PART = '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]'
const LABEL_VALUE = `(${NAME_PART})?`

export const anchored = (pattern: string) => new RegExp(`^(?:${pattern})$`)
export const maxLengthError = (limit: number) => `must be no more than ${limit} characters`

/** "(e.g. 'a',  or 'b', regex used for validation is 'x')", the end of such messages. */
export const forExample = (pattern: string, ...examples: string[]) =>
  `(e.g. ${examples.map((example) => `'${example}'`).join(',  or ')}, regex used for validation is '${pattern}')`

/** Longer strings are not matched: only their length is reported. */
const MAX_MATCHED_LENGTH = 4096

/** Strings that match a pattern, up to a length. */
export function boundedFormat(pattern: string, limit: number, error: string): StringFormat {
  const regex = anchored(pattern)
  return (text) => {
    if (text.length > MAX_MATCHED_LENGTH && text.length > limit) return [maxLengthError(limit)]
    const matches = regex.test(text)
    if (matches && text.length <= limit) return VALID
    const errors = []
    if (text.length > limit) errors.push(maxLengthError(limit))
    if (!matches) errors.push(error)
    return errors
  }
}

export const dns1123Label = boundedFormat(
  LABEL,
  63,
  `a DNS-1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character ${forExample(LABEL, 'my-name', '123-abc')}`,
)

const SUBDOMAIN_ERROR = `a DNS-1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character ${forExample(SUBDOMAIN, 'example.com')}`

export const dns1123Subdomain = boundedFormat(SUBDOMAIN, 253, SUBDOMAIN_ERROR)

export const dns1035Label = boundedFormat(
  DNS1035,
  63,
  `a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character ${forExample(DNS1035, 'my-name', 'abc-123')}`,
)

/** Names with the messages of current groups. */
const rfc1123Format = (pattern: string, limit: number, error: string): StringFormat => {
  const regex = anchored(pattern)
  return (text) => {
    const fits = text.length <= limit
    // Only the length of a very long string is reported.
    const matches = text.length > MAX_MATCHED_LENGTH || regex.test(text)
    if (fits && matches) return VALID
    const errors = fits ? [] : [maxLengthError(limit)]
    if (!matches) errors.push(error)
    return errors
  }
}

export const rfc1123Subdomain = rfc1123Format(
  SUBDOMAIN,
  253,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character ${forExample(SUBDOMAIN, 'example.com')}`,
)

const UNDERSCORED_LABEL = '_?[a-z0-9]([-_a-z0-9]*[a-z0-9])?'

/**
 * A subdomain whose labels may contain underscores. As in Kubernetes, the message shows the expression without them.
 */
export const rfc1123SubdomainWithUnderscores = rfc1123Format(
  `${UNDERSCORED_LABEL}(\\.${UNDERSCORED_LABEL})*`,
  253,
  `a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '_', '-' or '.', and must start and end with an alphanumeric character ${forExample(SUBDOMAIN, 'example.com')}`,
)

const LABEL_ERROR = `a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character ${forExample(LABEL, 'my-name', '123-abc')}`
const labelOrElse = rfc1123Format(LABEL, 63, LABEL_ERROR)
const subdomain = anchored(SUBDOMAIN)

export const rfc1123Label: StringFormat = (text) => {
  const errors = labelOrElse(text)
  if (!errors.includes(LABEL_ERROR) || !subdomain.test(text)) return errors
  return errors.map((error) => (error === LABEL_ERROR ? 'must not contain dots' : error))
}

const WILDCARD = `\\*\\.${SUBDOMAIN}`

export const wildcardSubdomain = boundedFormat(
  WILDCARD,
  253,
  `a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character ${forExample(WILDCARD, '*.example.com')}`,
)

export const labelValue = boundedFormat(
  LABEL_VALUE,
  63,
  `a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ${forExample(LABEL_VALUE, 'MyValue', 'my_value', '12345')}`,
)

const namePart = anchored(NAME_PART)
const NAME_PART_WORDS = `must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character ${forExample(NAME_PART, 'MyName', 'my.name', '123-abc')}`

/** A name with an optional DNS subdomain and a slash before it: `app`, `example.com/zone`. */
export const qualifiedName: StringFormat = (text) => {
  if (text.length > MAX_MATCHED_LENGTH) return [`name part ${maxLengthError(63)}`]
  const slash = text.indexOf('/')
  const name = text.slice(slash + 1)
  if (slash < 0 && name.length <= 63 && namePart.test(name)) return VALID
  if (name.includes('/')) {
    return [
      `a qualified name ${NAME_PART_WORDS} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`,
    ]
  }
  const errors = []
  if (slash === 0) errors.push('prefix part must be non-empty')
  if (slash > 0) {
    for (const error of dns1123Subdomain(text.slice(0, slash))) errors.push(`prefix part ${error}`)
  }
  if (name === '') errors.push('name part must be non-empty')
  else if (name.length > 63) errors.push(`name part ${maxLengthError(63)}`)
  if (!namePart.test(name)) errors.push(`name part ${NAME_PART_WORDS}`)
  return errors
}

/**
 * Masks the final dash of a prefix for validation, because more characters will follow. As in Kubernetes, this also
 * drops the character before the dash.
 */
export function maskFinalDash(prefix: string): string {
  return prefix.length > 1 && prefix.endsWith('-') ? `${prefix.slice(0, -2)}a` : prefix
}

/** A valid segment of a path. */
export const pathSegment: StringFormat = (text) => {
  if (text !== '.' && text !== '..' && !text.includes('/') && !text.includes('%')) return VALID
  const errors = []
  if (text === '.') errors.push("may not be '.'")
  if (text === '..') errors.push("may not be '..'")
  if (text.includes('/')) errors.push("may not contain '/'")
  if (text.includes('%')) errors.push("may not contain '%'")
  return errors
}
