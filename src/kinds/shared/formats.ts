import type { StringFormat } from '#meta/field-errors.js'
import { boundedFormat, forExample, maxLengthError, pathSegment, VALID } from '#meta/formats.js'

/** Formats for pods and routes, with the messages of Kubernetes. */

const ENV_VAR_NAME = '[-._a-zA-Z][-._a-zA-Z0-9]*'
const CONFIG_KEY = '[-._a-zA-Z0-9]+'
const HEADER_NAME = '[-A-Za-z0-9]+'
const PERCENT = '[0-9]+%'

const PRINTABLE = /^[ -<>-~]*$/

/** Relaxed environment variable names: any printable ASCII character except `=`. */
export const relaxedEnvVarName: StringFormat = (text) =>
  PRINTABLE.test(text)
    ? VALID
    : ["a valid environment variable name must consist only of printable ASCII characters other than '='"]

const envVarCharacters = boundedFormat(
  ENV_VAR_NAME,
  Number.POSITIVE_INFINITY,
  `a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit ${forExample(ENV_VAR_NAME, 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1')}`,
)

const configKeyCharacters = boundedFormat(
  CONFIG_KEY,
  253,
  `a valid config key must consist of alphanumeric characters, '-', '_' or '.' ${forExample(CONFIG_KEY, 'key.name', 'KEY_NAME', 'key-name')}`,
)

/** Names become file names and must not leave their directory. */
const noStepsBack: StringFormat = (text) => {
  if (text === '.') return ["must not be '.'"]
  if (text === '..') return ["must not be '..'"]
  return text.startsWith('..') ? ["must not start with '..'"] : VALID
}

const both =
  (first: StringFormat, second: StringFormat): StringFormat =>
  (text) => {
    const messages = first(text)
    const more = second(text)
    if (more.length === 0) return messages
    return messages.length === 0 ? more : [...messages, ...more]
  }

export const envVarName = both(envVarCharacters, noStepsBack)
export const configKey = both(configKeyCharacters, noStepsBack)

export const httpHeaderName = boundedFormat(
  HEADER_NAME,
  Number.POSITIVE_INFINITY,
  `a valid HTTP header must consist of alphanumeric characters or '-' ${forExample(HEADER_NAME, 'X-Header-Name')}`,
)

export const percent = boundedFormat(
  PERCENT,
  Number.POSITIVE_INFINITY,
  `a valid percent string must be a numeric string followed by an ending '%' ${forExample(PERCENT, '1%', '93%')}`,
)

const PORT_NAME_LIMIT = 15
const PORT_NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const PORT_NAME_CHARACTERS = /^[-a-z0-9]+$/
const LETTER = /[a-z]/

const portNameFormat =
  (noLetter: string): StringFormat =>
  (text) => {
    if (text.length <= PORT_NAME_LIMIT && PORT_NAME.test(text) && LETTER.test(text)) return VALID
    const messages = []
    if (text.length > PORT_NAME_LIMIT) messages.push(maxLengthError(PORT_NAME_LIMIT))
    if (!PORT_NAME_CHARACTERS.test(text)) {
      messages.push('must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)')
    }
    if (!LETTER.test(text)) messages.push(noLetter)
    if (text.includes('--')) messages.push('must not contain consecutive hyphens')
    if (text.startsWith('-') || text.endsWith('-')) messages.push('must not begin or end with a hyphen')
    return messages
  }

export const portName = portNameFormat('must contain at least one letter (a-z)')
/** All-digit names are invalid although the message does not say so: they could be port numbers. */
export const legacyPortName = portNameFormat('must contain at least one letter or number (a-z, 0-9)')

const STEP_BACK = /(?:^|\/)\.\.(?:\/|$)/

/** A path without `..`. */
export const withoutStepsBack: StringFormat = (text) =>
  STEP_BACK.test(text) ? ["must not contain '..'"] : VALID

const relative: StringFormat = (text) => (text.startsWith('/') ? ['must be a relative path'] : VALID)

/** A relative path without `..`. */
export const descendingPath = both(relative, withoutStepsBack)

/** Names that begin with two dots are reserved for internal files. */
const notReserved: StringFormat = (text) =>
  text.startsWith('..') && !text.startsWith('../') ? ["must not start with '..'"] : VALID

export const nonReservedPath = both(descendingPath, notReserved)

/** Storage keys have at most 1000 characters, of which group, resource and namespace take up to 110. */
const MAX_LENGTH = 800
const PRINTABLE_ASCII = /^[ -~]*$/

/**
 * Names of roles and bindings may have nearly any character. Kubernetes has no length limit and allows non-ASCII
 * characters, which storage keys cannot have.
 */
export const roleName: StringFormat = (name) => {
  const messages = pathSegment(name)
  if (messages.length > 0) return messages
  if (name.length > MAX_LENGTH) return [`must be no more than ${MAX_LENGTH} characters`]
  return PRINTABLE_ASCII.test(name) ? VALID : ['must consist of printable ASCII characters']
}
