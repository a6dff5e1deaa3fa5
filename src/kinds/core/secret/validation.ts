import { DATA_LIMIT, mustStayImmutable, sizeOfBytes, validateKeys } from '#kinds/shared/data-rules.js'
import type { FieldErrors } from '#meta/field-errors.js'
import { jsonObjectError } from '#util/text/go-json.js'
import type { Secret } from './schema.js'

export function validateSecret(secret: Readonly<Secret>, errors: FieldErrors): void {
  const { data } = secret
  validateKeys('data', data, errors)
  if (sizeOfBytes(data) > DATA_LIMIT) errors.tooLarge('data', DATA_LIMIT)
  RULES_BY_TYPE.get(secret.type ?? '')?.(secret, errors)
}

type TypeRule = (secret: Readonly<Secret>, errors: FieldErrors) => void

const ACCOUNT_NAME = 'kubernetes.io/service-account.name'

/** The required keys of the well-known types. Other types may have any keys. */
const RULES_BY_TYPE: ReadonlyMap<string, TypeRule> = new Map<string, TypeRule>([
  ['kubernetes.io/service-account-token', mustNameAccount],
  ['kubernetes.io/dockercfg', mustHaveJson('.dockercfg')],
  ['kubernetes.io/dockerconfigjson', mustHaveJson('.dockerconfigjson')],
  ['kubernetes.io/basic-auth', mustHaveOneOf('username', 'password')],
  ['kubernetes.io/ssh-auth', mustHaveText('ssh-privatekey')],
  ['kubernetes.io/tls', mustHaveAll('tls.crt', 'tls.key')],
])

function mustNameAccount({ metadata }: Readonly<Secret>, errors: FieldErrors): void {
  if (!metadata.annotations?.[ACCOUNT_NAME]) errors.required(`metadata.annotations[${ACCOUNT_NAME}]`)
}

/** The base64 value of a key, which may be empty. */
const dataAt = ({ data }: Readonly<Secret>, key: string) =>
  data !== undefined && Object.hasOwn(data, key) ? data[key] : undefined

function mustHaveAll(...keys: string[]): TypeRule {
  return (secret, errors) => {
    for (const key of keys) if (dataAt(secret, key) === undefined) errors.required(`data[${key}]`)
  }
}

function mustHaveText(key: string): TypeRule {
  return (secret, errors) => {
    if (!dataAt(secret, key)) errors.required(`data[${key}]`)
  }
}

function mustHaveOneOf(...keys: string[]): TypeRule {
  return (secret, errors) => {
    if (keys.some((key) => dataAt(secret, key) !== undefined)) return
    for (const key of keys) errors.required(`data[${key}]`)
  }
}

/** Errors do not quote secret values. */
const REDACTED = '<secret contents redacted>'

function mustHaveJson(key: string): TypeRule {
  return (secret, errors) => {
    const value = dataAt(secret, key)
    if (value === undefined) errors.required(`data[${key}]`)
    else {
      const message = jsonObjectError(Buffer.from(value, 'base64').toString())
      if (message !== undefined) errors.invalid(`data[${key}]`, REDACTED, message)
    }
  }
}

/** The rules on the change come first. */
export function validateSecretUpdate(
  secret: Readonly<Secret>,
  current: Readonly<Secret>,
  errors: FieldErrors,
): void {
  if (secret.type !== current.type) errors.invalid('type', secret.type ?? '', 'field is immutable')
  mustStayImmutable(secret, current, ['data'], errors)
  validateSecret(secret, errors)
}
